#include "work/nats_login.h"

#include <fstream>
#include <sstream>

#include "base/text.h"

namespace partita::work {

base::Parsed<NatsLogin> with_file_read(NatsLogin login) {
  if (login.file.empty()) return login;
  std::ifstream file(login.file);
  if (!file) return base::Error{login.file + ": cannot be read"};
  std::ostringstream text;
  text << file.rdbuf();
  if (text.str().find("-----BEGIN NATS USER JWT-----") != std::string::npos) return login;
  const bool has_seed = text.str().find("-----BEGIN USER NKEY SEED-----") != std::string::npos;
  int number = 0;
  for (const std::string_view line : base::split(text.view(), '\n')) {
    ++number;
    const std::string_view plain = base::trim(line);
    if (plain.empty() || plain.front() == '#') continue;
    if (has_seed && plain.front() == '-') break;
    const std::size_t divider = plain.find('=');
    const std::string name(base::trim(plain.substr(0, divider)));
    std::string* const field = name == "user"       ? &login.user
                               : name == "password" ? &login.password
                               : name == "token"    ? &login.token
                               : name == "nkey"     ? &login.nkey
                               : name == "guest"    ? &login.guest
                                                    : nullptr;
    if (divider == std::string_view::npos || field == nullptr) {
      return base::Error{login.file + ":" + std::to_string(number) +
                         ": expected user = NAME, password = WORD or token = WORD, or a NATS .creds file"};
    }
    *field = std::string(base::trim(plain.substr(divider + 1)));
  }
  if (!has_seed) login.file.clear();
  return login;
}

NatsLogin with_environment(NatsLogin login,
                           const std::function<std::optional<std::string>(const std::string&)>& variable) {
  const auto fill = [&](std::string& field, const char* name) {
    if (field.empty()) field = variable(std::string("PARTITA_NATS_") + name).value_or("");
  };
  fill(login.file, "CREDENTIALS");
  fill(login.user, "USER");
  fill(login.password, "PASSWORD");
  fill(login.token, "TOKEN");
  fill(login.authority, "CA");
  fill(login.certificate, "CERT");
  fill(login.key, "KEY");
  return login;
}

std::string without_userinfo(std::string_view url) {
  const std::size_t scheme = url.find("://");
  const std::size_t at = url.rfind('@');
  if (scheme == std::string_view::npos || at == std::string_view::npos || at < scheme) return std::string(url);
  return std::string(url.substr(0, scheme + 3)) + std::string(url.substr(at + 1));
}

std::string host_of(std::string_view url) {
  const std::string plain = without_userinfo(url);
  const std::size_t scheme = plain.find("://");
  const std::string rest = scheme == std::string::npos ? plain : plain.substr(scheme + 3);
  if (!rest.empty() && rest.front() == '[') return rest.substr(1, rest.find(']') - 1);
  return rest.substr(0, rest.find_first_of(":/,"));
}

}  // namespace partita::work
