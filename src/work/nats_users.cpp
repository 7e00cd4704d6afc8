#include "work/nats_users.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <optional>

#include "base/replacing_file.h"
#include "base/text.h"
#include "work/guest_messages.h"
#include "work/nats_link.h"

namespace partita::work {

namespace {

constexpr std::string_view kUsersHead =
    "# partita nats users 1: written by 'partita work add-worker', included by the NATS server's configuration\n";
constexpr const char* kUsersBegin = "authorization { users: [\n";
constexpr const char* kUsersEnd = "] }\n";
constexpr std::size_t kLongestUserName = 40;
constexpr std::size_t kKeyBytes = 32;
constexpr std::size_t kNkeyLength = 56;
// The kinds of NKEYS, as they stand before the encoding in base 32: "S" for a seed, "U" for a user.
constexpr unsigned kSeedPrefix = 18U << 3U;
constexpr unsigned kUserPrefix = 20U << 3U;

using Bytes = std::basic_string<unsigned char>;

/// CRC-16 of XMODEM, which ends every NKEY.
unsigned crc16(const Bytes& bytes) {
  unsigned crc = 0;
  for (const unsigned char byte : bytes) {
    crc ^= static_cast<unsigned>(byte) << 8U;
    for (int bit = 0; bit < 8; ++bit) crc = ((crc & 0x8000U) != 0 ? (crc << 1U) ^ 0x1021U : crc << 1U) & 0xFFFFU;
  }
  return crc;
}

std::string base32(const Bytes& bytes) {
  constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string text;
  unsigned held = 0;
  unsigned bits = 0;
  for (const unsigned char byte : bytes) {
    held = held << 8U | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += kDigits[held >> (bits - 5) & 31U];
    held &= (1U << bits) - 1;
  }
  if (bits > 0) text += kDigits[held << (5 - bits) & 31U];
  return text;
}

std::string encoded_nkey(Bytes bytes) {
  const unsigned crc = crc16(bytes);
  bytes += {static_cast<unsigned char>(crc & 0xFFU), static_cast<unsigned char>(crc >> 8U)};
  return base32(bytes);
}

struct KeyPair {
  std::string seed;
  std::string nkey;
};

std::optional<KeyPair> new_key_pair() {
  std::array<unsigned char, kKeyBytes> secret{};
  std::array<unsigned char, kKeyBytes> open{};
  std::size_t size = open.size();
  if (::getrandom(secret.data(), secret.size(), 0) != static_cast<ssize_t>(secret.size())) return std::nullopt;
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
      EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, secret.data(), secret.size()), EVP_PKEY_free);
  if (!key || EVP_PKEY_get_raw_public_key(key.get(), open.data(), &size) != 1 || size != open.size())
    return std::nullopt;
  const Bytes seed_head{static_cast<unsigned char>(kSeedPrefix | kUserPrefix >> 5U),
                        static_cast<unsigned char>((kUserPrefix & 31U) << 3U)};
  return KeyPair{encoded_nkey(seed_head + Bytes(secret.data(), secret.size())),
                 encoded_nkey(Bytes{static_cast<unsigned char>(kUserPrefix)} + Bytes(open.data(), open.size()))};
}

/// Names stand in comments of the configuration and in names of files.
bool is_user_name(const std::string& name) {
  const auto is_fine = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  return !name.empty() && name.size() <= kLongestUserName && std::all_of(name.begin(), name.end(), is_fine);
}

constexpr NatsUser::Class kClasses[] = {NatsUser::Class::kServer, NatsUser::Class::kWorker, NatsUser::Class::kGuest};

std::string quoted_list(const std::vector<std::string>& subjects) {
  std::vector<std::string> quoted;
  for (const std::string& subject : subjects) quoted.push_back("\"" + subject + "\"");
  return "[" + base::join(quoted, ", ") + "]";
}

/// What a worker does: draws jobs and acknowledges them, stores results, hears of searches and answers them. Replies go
/// to an inbox of its own, so that it reads nobody else's.
std::string worker_permissions(const std::string& nkey) {
  const std::string jobs = kJobStream;
  std::vector<std::string> publish{"partita.results.*",
                                   "partita.parked.*",
                                   "partita.search.*.server.*",
                                   "partita.search.*.workers",
                                   "$JS.API.INFO",
                                   "$JS.API.CONSUMER.CREATE." + jobs + ".>",
                                   "$JS.API.CONSUMER.DURABLE.CREATE." + jobs + ".*",
                                   "$JS.API.CONSUMER.INFO." + jobs + ".*",
                                   "$JS.API.CONSUMER.MSG.NEXT." + jobs + ".*",
                                   "$JS.ACK." + jobs + ".>"};
  // One that is there already, with the same settings, is left as it is; another cannot be made in its place.
  for (const char* stream : {kJobStream, kResultStream, kParkedStream})
    publish.push_back(std::string("$JS.API.STREAM.CREATE.") + stream);
  const std::vector<std::string> subscribe{"partita.search.*.worker.*", "partita.search.*.servers", kWorkersSubject,
                                           inbox_prefix(nkey) + ".>"};
  return "permissions: { publish: " + quoted_list(publish) + ", subscribe: " + quoted_list(subscribe) +
         ", allow_responses: true }";
}

/// A guest speaks under its own name only, and hears nothing but its own jobs: no search, no other guest, no stream.
std::string guest_permissions(const NatsUser& user) {
  const std::vector<std::string> publish{kGuestHellos + user.name, kGuestAnswers + user.name};
  const std::vector<std::string> subscribe{kGuestJobs + user.name, kGuestCall};
  return "permissions: { publish: " + quoted_list(publish) + ", subscribe: " + quoted_list(subscribe) + " }";
}

std::string permissions_of(const NatsUser& user) {
  switch (user.of) {
    case NatsUser::Class::kServer: return "";
    case NatsUser::Class::kWorker: return ", " + worker_permissions(user.nkey);
    case NatsUser::Class::kGuest: return ", " + guest_permissions(user);
  }
  return "";
}

std::string user_line(const NatsUser& user) {
  return "  { nkey: " + user.nkey + permissions_of(user) + " } # " + class_name(user.of) + " " + user.name + "\n";
}

base::Parsed<NatsUser> read_user_line(std::string_view line) {
  const auto words = base::words(line);
  const bool is_whole = words.size() >= 7 && words[1] == "nkey:" && words[words.size() - 3] == "#";
  if (!is_whole) return base::Error{"expected a line of 'partita work add-worker'"};
  NatsUser user;
  user.name = std::string(words.back());
  const auto of = std::find_if(std::begin(kClasses), std::end(kClasses),
                               [&](NatsUser::Class one) { return words[words.size() - 2] == class_name(one); });
  if (of == std::end(kClasses)) return base::Error{"expected a server, a worker or a guest"};
  user.of = *of;
  user.nkey = std::string(words[2].substr(0, words[2].find(',')));
  if (user.nkey.size() != kNkeyLength || user.nkey.front() != 'U') return base::Error{"expected an NKEY of a user"};
  return user;
}

base::Parsed<base::Done> write_credentials(const std::string& path, const std::string& name, NatsUser::Class of,
                                           const KeyPair& keys) {
  const std::string guest = of == NatsUser::Class::kGuest ? "guest = " + name + "\n" : "";
  const std::string text = "# NATS credentials of " + name + ": keep this file private\n" + guest +
                           "nkey = " + keys.nkey + "\n-----BEGIN USER NKEY SEED-----\n" + keys.seed +
                           "\n------END USER NKEY SEED------\n";
  constexpr int kPrivateMode = 0600;
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kPrivateMode);
  if (file < 0) return base::Error{path + ": there is such a file already, or it cannot be written"};
  const bool is_written =
      ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(file) == 0;
  ::close(file);
  if (!is_written) return base::Error{path + ": cannot be written"};
  return base::Done{};
}

auto find_user(std::vector<NatsUser>& users, const std::string& name) {
  return std::find_if(users.begin(), users.end(), [&](const NatsUser& user) { return user.name == name; });
}

}  // namespace

const char* class_name(NatsUser::Class of) {
  switch (of) {
    case NatsUser::Class::kServer: return "server";
    case NatsUser::Class::kWorker: return "worker";
    case NatsUser::Class::kGuest: break;
  }
  return "guest";
}

base::Parsed<std::vector<NatsUser>> NatsUserFile::read() const {
  std::vector<NatsUser> users;
  std::ifstream file(path_);
  if (!file) {
    if (::access(path_.c_str(), F_OK) != 0) return users;
    return base::Error{path_ + ": cannot be read"};
  }
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (number == 1 && line + "\n" != kUsersHead)
      return base::Error{path_ + ": not a file of 'partita work add-worker'"};
    if (line.rfind("  {", 0) != 0) continue;
    auto user = read_user_line(line);
    if (!user) return user.error_at(path_ + ":" + std::to_string(number));
    users.push_back(std::move(*user));
  }
  return users;
}

base::Parsed<base::Done> NatsUserFile::write(const std::vector<NatsUser>& users) const {
  base::ReplacingFile file(path_, kUsersHead);
  file.write(kUsersHead);
  file.write(kUsersBegin);
  for (const NatsUser& user : users) file.write(user_line(user));
  file.write(kUsersEnd);
  return file.commit();
}

base::Parsed<base::Done> NatsUserFile::add(const std::string& name, NatsUser::Class of,
                                           const std::string& credentials) const {
  if (!is_user_name(name))
    return base::Error{"a name has 1 to 40 letters, digits, dashes and underlines, not " + base::quoted(name)};
  auto users = read();
  if (!users) return users.forward_error();
  if (find_user(*users, name) != users->end()) return base::Error{base::quoted(name) + " is in " + path_ + " already"};
  const auto keys = new_key_pair();
  if (!keys) return base::Error{"no key can be made on this system"};
  if (const auto written = write_credentials(credentials, name, of, *keys); !written) return written;
  users->push_back({name, of, keys->nkey});
  return write(*users);
}

base::Parsed<base::Done> NatsUserFile::remove(const std::string& name) const {
  auto users = read();
  if (!users) return users.forward_error();
  const auto found = find_user(*users, name);
  if (found == users->end()) return base::Error{base::quoted(name) + " is not in " + path_};
  users->erase(found);
  return write(*users);
}

}  // namespace partita::work
