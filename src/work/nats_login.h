#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/parsed.h"

namespace partita::work {

/// How to be let in by a NATS server: by user and password, a token, an NKEY, a credentials file, a certificate; and
/// whom to trust. Nothing of it is ever printed.
struct NatsLogin {
  std::string file;  ///< --nats-credentials: of 'partita work add-worker', a .creds file, or lines as user = ...
  std::string user;
  std::string password;
  std::string token;
  std::string nkey;         ///< the public part; the seed is read from the file by NATS's own client
  std::string guest;        ///< the name of a guest, whose key lets it do nothing but jobs sent to that name
  std::string authority;    ///< --nats-ca: certificates to trust instead of the system's (PEM); asks for TLS
  std::string certificate;  ///< --nats-cert and --nats-key: our own, for servers that ask for one
  std::string key;
};

/// What the login's file holds is put into its fields; one with a seed or .creds stays a file, for NATS's own reader.
/// The error names the line, never its text.
base::Parsed<NatsLogin> with_file_read(NatsLogin login);

/// Fields that are empty are taken from PARTITA_NATS_CREDENTIALS, _USER, _PASSWORD, _TOKEN, _CA, _CERT and _KEY.
NatsLogin with_environment(NatsLogin login,
                           const std::function<std::optional<std::string>(const std::string&)>& variable);

/// The URL without what stands before its @, for when a login is given besides.
std::string without_userinfo(std::string_view url);
/// Between "://" (and @) and the port: the name that a certificate must have.
std::string host_of(std::string_view url);

}  // namespace partita::work
