#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <thread>

#include "apps/command.h"
#include "apps/settings.h"
#include "apps/work_options.h"
#include "base/text.h"
#include "base/version.h"
#include "server/server.h"
#include "store/archive.h"
#include "store/backup.h"
#include "store/data_folder.h"
#include "store/database_url.h"
#include "store/file_lock.h"

namespace partita::apps {

namespace fs = std::filesystem;

namespace {

struct ServeArguments {
  server::ServerOptions server;
  std::string data;
  int port = 7271;
  std::string log_file;
  std::string export_file;
  std::string import_file;
  std::string backup_folder;
  std::string restore_folder;
  std::string restore_at;
  bool overwrite = false;
  bool verbose = false;
  std::string bad_settings;  ///< why the configuration was refused; said only if the server is wanted

  /// The settings: name, member, help, what holds when nobody says anything, an example as it would stand in the file.
  static void declare(auto& visit, auto& given) {
    auto& server = given.server;
    visit("port", given.port, "TCP port; 0 takes a free one", "7271", "8080", Range{0, 65535});
    visit("bind", server.bind, "address to listen on; 0.0.0.0 lets others in", "127.0.0.1", "\"0.0.0.0\"");
    visit("data", given.data, "folder for the database", "$XDG_DATA_HOME/partita or ~/.local/share/partita",
          "\"/var/lib/partita\"");
    visit("database", server.database, "postgresql://... for a PostgreSQL database", "a SQLite file in the data folder",
          "\"postgresql://partita@/partita?host=/run/postgresql\"");
    visit("web", server.web, "folder of the built page", "the page beside the program", "\"/usr/share/partita/web\"");
    visit("results", server.results, "folder of tournament reports for the arena page", "results in the data folder",
          "\"/var/lib/partita/results\"");
    visit("allow_host", server.host_names, "host names under which the server is reached", "localhost only",
          "[\"games.example.org\"]");
    visit("trust_proxy", server.limits.trusts_proxy,
          "clients are those whom a proxy on this machine names in X-Forwarded-For", "false", "true");
    visit("search_threads", server.search_threads, "engines that think at the same time",
          "one for each core, at least 2", "4", Range{1, 256});
    visit("nats", server.nats.url, "NATS server whose workers think for the page", "none: the server thinks itself",
          "\"nats://127.0.0.1:4222\"");
    visit("cluster", server.shares_database, "share the PostgreSQL database with other servers of the NATS server",
          "false", "true");
    visit("log", given.log_file, "file for the log (JSON lines)", "stderr", "\"/var/log/partita.jsonl\"");
    visit("verbose", given.verbose, "log more", "false", "true");
  }
};

/// The visitors of the declaration: a list of the settings, a value from the configuration, options that override it.
struct ListSettings {
  std::vector<Setting> settings = {};
  template <class T>
  void operator()(const char* name, const T&, const char* help, const char* fallback, const char* example,
                  const Range<int>& range = {0, 0}) {
    using Kind = Setting::Kind;
    const Kind kind = std::is_same_v<T, bool>          ? Kind::kFlag
                      : std::is_same_v<T, int>         ? Kind::kNumber
                      : std::is_same_v<T, std::string> ? Kind::kText
                                                       : Kind::kWords;
    settings.push_back(
        {name, kind, fallback, help, example, static_cast<double>(range.least), static_cast<double>(range.most)});
  }
};

struct TakeSetting {
  const SettingValue& value;
  void operator()(std::string_view name, auto& member, const auto&...) const {
    if (value.setting->name == name) take(member);
  }
  void take(bool& flag) const { flag = value.text == "true"; }
  void take(int& number) const { number = static_cast<int>(base::read_int(value.text).value_or(number)); }
  void take(std::string& text) const { text = value.text; }
  void take(std::vector<std::string>& words) const {
    for (const std::string_view word : base::words(value.text)) words.emplace_back(word);
  }
};

struct AddOptions {
  Arguments& app;
  template <class T>
  void operator()(std::string name, T& member, const char* help, const char* fallback, const char*,
                  const auto&... range) {
    std::replace(name.begin(), name.end(), '_', '-');
    Option option = app.add_option("--" + name, member, range..., help);
    if constexpr (!std::is_arithmetic_v<T>) {
      if (member.empty()) option.default_str(fallback);
    }
  }
};

/// The configuration's values become the defaults that options on the command line override.
void read_configuration(ServeArguments& arguments) {
  const auto values = resolve_settings("", environment);
  if (!values) {
    arguments.bad_settings = values.error();
    return;
  }
  for (const SettingValue& value : *values) {
    TakeSetting take{value};
    if (value.given()) ServeArguments::declare(take, arguments);
  }
}

/// Where games are kept if nobody says otherwise.
std::string default_data_folder() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data != '\0')
    return std::string(data) + "/partita";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    return std::string(home) + "/.local/share/partita";
  }
  return "partita-data";
}

/// The page beside the program: in the source tree it was built from, or where it was installed.
std::string built_page() {
  std::error_code failure;
  const fs::path program = fs::read_symlink("/proc/self/exe", failure);
  if (failure) return "";
  const fs::path up = program.parent_path().parent_path();
  for (const fs::path& page : {up.parent_path() / "web" / "dist", up / "share" / "partita" / "web"}) {
    if (fs::exists(page / "index.html", failure)) return page.string();
  }
  return "";
}

int export_everything(const ServeArguments& arguments) {
  auto store = store::Store::open_alone(arguments.server.database, "export");
  if (!store) return refuse(store.error());
  std::ofstream file;
  const bool is_printed = arguments.export_file == "-";
  if (!is_printed) {
    file.open(arguments.export_file);
    // Before anything is in it: what follows holds the players' secrets.
    std::error_code failure;
    if (fs::is_regular_file(arguments.export_file, failure))
      fs::permissions(arguments.export_file, fs::perms::owner_read | fs::perms::owner_write, failure);
  }
  std::ostream& out = is_printed ? std::cout : file;
  const auto count = store::export_games(**store, out, store::Secrets::kIncluded);
  if (!out.flush()) return refuse("cannot write " + (is_printed ? "to standard output" : arguments.export_file));
  std::fprintf(is_printed ? stderr : stdout, "%lld games written to %s (with the players' secrets: keep it private)\n",
               static_cast<long long>(count), is_printed ? "standard output" : arguments.export_file.c_str());
  return kExitFine;
}

int import_everything(const ServeArguments& arguments) {
  auto store = store::Store::open_alone(arguments.server.database, "import");
  if (!store) return refuse(store.error());
  std::ifstream in(arguments.import_file);
  if (!in) return refuse("cannot read " + arguments.import_file);
  const auto count = store::import_games(**store, in);
  for (const std::string& error : count.errors) std::fprintf(stderr, "partita: %s\n", error.c_str());
  std::printf("%lld games imported, %lld were there already, %zu refused\n", static_cast<long long>(count.imported),
              static_cast<long long>(count.already_there), count.errors.size());
  return count.errors.empty() ? kExitFine : kExitFailed;
}

std::string contents_text(const store::Contents& contents) {
  const std::time_t seconds = contents.last_ms / 1'000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  char when[40] = "";
  if (contents.games > 0) std::strftime(when, sizeof when, ", the last of %Y-%m-%dT%H:%M:%SZ", &parts);
  return std::to_string(contents.games) + " games with " + std::to_string(contents.moves) + " moves" + when;
}

/// While a server runs, or not.
int back_up_database(const ServeArguments& arguments) {
  const std::int64_t now_ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
          .count();
  const auto path = store::back_up(arguments.server.database, arguments.backup_folder, now_ms);
  if (!path) return refuse(path.error());
  const auto contents = store::contents_of(*path);
  if (!contents) return refuse(contents.error());
  std::printf("%s: %s\n", path->c_str(), contents_text(*contents).c_str());
  return kExitFine;
}

int restore_database(const ServeArguments& arguments) {
  const std::string& database = arguments.server.database;
  const auto backup = store::backup_at(arguments.restore_folder, arguments.restore_at);
  if (!backup) return refuse(backup.error());
  const auto found = store::contents_of(*backup);
  if (!found) return refuse(found.error());
  std::error_code failure;
  if (fs::exists(database, failure)) {
    // Nobody else has it, and its log is worked into it.
    if (auto alone = store::Store::open_alone(database, "restore"); !alone) return refuse(alone.error());
    const auto there = store::contents_of(database);
    const std::string what = there ? contents_text(*there) : there.error();
    std::printf("%s has %s\n%s has %s\n", database.c_str(), what.c_str(), backup->c_str(),
                contents_text(*found).c_str());
    if (!arguments.overwrite)
      return refuse("nothing was changed; --overwrite puts the second in the first one's place");
  }
  const auto kept = store::restore(*backup, database);
  if (!kept) return refuse(kept.error());
  std::printf("%s is restored: %s%s\n", database.c_str(), contents_text(*found).c_str(),
              kept->empty() ? "" : ("; what was there is " + *kept).c_str());
  return kExitFine;
}

/// Ends the program if putting things away takes too long (an engine that does not hear "stop"). Nothing is lost by it:
/// what was acknowledged is on disk.
class LastResort {
 public:
  explicit LastResort(const server::Log& log) : thread_([this, log] { wait(log); }) {}
  ~LastResort() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }
  LastResort(const LastResort&) = delete;
  LastResort& operator=(const LastResort&) = delete;

 private:
  static constexpr std::chrono::seconds kPatience{8};

  void wait(const server::Log& log) {
    std::unique_lock lock(mutex_);
    if (wake_.wait_for(lock, kPatience, [this] { return done_; })) return;
    log.error("shutdown_stuck", {{"seconds", kPatience.count()}});
    std::_Exit(kExitFailed);
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread thread_;  // last: it uses all of the above
};

int serve(const ServeArguments& arguments, const store::FileLock& folder) {
  using Level = server::Log::Level;
  const auto log = server::Log::to(arguments.log_file, arguments.verbose ? Level::kDebug : Level::kNotice);
  auto opened = server::Server::open(arguments.server, log);
  if (!opened) return refuse(opened.error());
  // Before the address is told: whoever reads it may end the server at once.
  (*opened)->stop_on_signals();
  folder.announce(store::holder_text(server::address_text(arguments.server.bind, (*opened)->port())));
  std::printf("Partita is on http://%s:%d\nGames are kept in %s; Ctrl-C ends the server.\n",
              arguments.server.bind == "127.0.0.1" ? "localhost" : arguments.server.bind.c_str(), (*opened)->port(),
              arguments.server.database.rfind("postgres", 0) == 0 ? "PostgreSQL" : arguments.server.database.c_str());
  std::fflush(stdout);
  if (!(*opened)->waiting_for().empty())
    std::fprintf(stderr, "partita: waiting, and trying again: %s\n", (*opened)->waiting_for().c_str());
  const auto served = (*opened)->run();
  const LastResort last_resort(log);
  opened->reset();
  return served ? kExitFine : refuse(served.error());
}

int run_serve(ServeArguments& arguments) {
  if (!arguments.bad_settings.empty()) return refuse(arguments.bad_settings);
  arguments.server.port = static_cast<std::uint16_t>(arguments.port);
  arguments.server.nats.login = work::with_environment(arguments.server.nats.login, environment);
  if (const auto made = store::make_data_folder(arguments.data); !made)
    return refuse("data folder " + arguments.data + ": " + made.error());
  if (arguments.server.database.empty()) arguments.server.database = arguments.data + "/partita.sqlite";
  const bool is_kept = !arguments.backup_folder.empty() || !arguments.restore_folder.empty();
  if (is_kept && store::is_postgres_url(arguments.server.database))
    return refuse("a PostgreSQL has tools of its own: deploy/backup.sh and deploy/restore.sh");
  constexpr std::string_view kScheme = "sqlite:";
  if (is_kept && arguments.server.database.starts_with(kScheme)) arguments.server.database.erase(0, kScheme.size());
  if (!arguments.backup_folder.empty()) return back_up_database(arguments);
  const std::string lock_file = arguments.data + "/lock";
  const auto address = server::address_text(arguments.server.bind, arguments.server.port);
  const auto lock = store::FileLock::take(lock_file, lock_file, store::holder_text(address));
  if (!lock) return refuse("data folder " + arguments.data + ": " + lock.error());
  if (arguments.server.results.empty()) arguments.server.results = arguments.data + "/results";
  if (arguments.server.web.empty()) arguments.server.web = built_page();
  try {
    if (!arguments.restore_folder.empty()) return restore_database(arguments);
    if (!arguments.export_file.empty()) return export_everything(arguments);
    if (!arguments.import_file.empty()) return import_everything(arguments);
    return serve(arguments, *lock);
  } catch (const std::exception& exception) {
    return refuse(exception.what());
  }
}

}  // namespace

const std::vector<Setting>& server_settings() {
  static const std::vector<Setting> settings = [] {
    ListSettings list;
    const ServeArguments defaults;
    ServeArguments::declare(list, defaults);
    return list.settings;
  }();
  return settings;
}

Action add_serve_command(Arguments& app) {
  const auto arguments = std::make_shared<ServeArguments>();
  auto& options = arguments->server;
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  options.version = base::version();
  options.search_threads = std::max(2, cores);
  options.bounds.threads = cores;
  arguments->data = default_data_folder();
  read_configuration(*arguments);
  AddOptions add{app};
  ServeArguments::declare(add, *arguments);
  add_nats_options(app, options.nats.login);
  app.add_output("--export", arguments->export_file, "write all games to this file (-: standard output) and end",
                 Outputs::Kind::kDocument);
  app.add_option("--import", arguments->import_file, "read games from such a file and end");
  app.add_option("--backup", arguments->backup_folder,
                 "copy the SQLite database into this folder, named by the time, and end; servers may go on meanwhile");
  app.add_option("--restore", arguments->restore_folder,
                 "put the newest such copy in the database's place and end; says what it would overwrite");
  app.add_option("--at", arguments->restore_at, "--restore: the newest that is not later, as 2026-11-18T11:30:00Z");
  app.add_flag("--overwrite", arguments->overwrite, "--restore: also where there are games; they are kept beside");
  app.footer(
      "Options beat the environment (PARTITA_PORT), which beats the file: 'partita config check' shows what holds and "
      "why.\n\n"
      "Examples:\n  partita serve\n  partita serve --bind 0.0.0.0 --allow-host games.example.org --data "
      "/var/lib/partita\n"
      "  partita serve --database postgresql://partita@/partita?host=/run/postgresql\n"
      "  partita serve --export games.ndjson\n  partita serve --backup /var/backups/partita");
  return [arguments] { return run_serve(*arguments); };
}

}  // namespace partita::apps
