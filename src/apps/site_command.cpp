#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <system_error>

#include "apps/command.h"
#include "base/data_files.h"
#include "base/sha256.h"
#include "base/text.h"
#include "record/game_files.h"
#include "server/gzip.h"
#include "study/certificate_file.h"

// The static site: the page, the engine for the browser and the data it plays with, as plain files that any host
// serves.
namespace partita::apps {

namespace fs = std::filesystem;

namespace {

struct SiteArguments {
  std::string out;
  std::string web;
  std::string engine;
};

/// Files by their name below the site's folder.
using SiteFiles = std::map<std::string, std::string>;

constexpr const char* kMark = "const SITE = ";
constexpr const char* kSingle = "engine/partita-single.";
/// What the page without a server needs of the shipped data.
constexpr const char* kDataFolders[] = {"atlas", "certificates", "levels", "networks", "puzzles", "starts"};

/// The first folder that has the file, of those the checkout and an installation have; empty if none has.
std::string folder_with(const std::string& file, const fs::path& in_checkout, const fs::path& installed) {
  std::error_code failure;
  const fs::path up = fs::read_symlink("/proc/self/exe", failure).parent_path().parent_path();
  for (const fs::path& folder : {up.parent_path() / in_checkout, up / installed}) {
    if (fs::is_regular_file(folder / file, failure)) return folder.string();
  }
  return {};
}

base::Parsed<base::Done> add_page(const std::string& folder, SiteFiles& files) {
  std::error_code failure;
  for (fs::recursive_directory_iterator at(folder, failure), end; !failure && at != end; at.increment(failure)) {
    const std::string name = fs::relative(at->path(), folder).generic_string();
    // Packed copies and the builder's own notes are for a server.
    if (!at->is_regular_file() || name[0] == '.' || at->path().extension() == ".gz") continue;
    auto content = record::read_file(at->path().string());
    if (!content) return content.forward_error();
    files[name] = std::move(*content);
  }
  for (const char* needed : {"index.html", "site_top.js", "sw.js"}) {
    if (!files.contains(needed)) return base::Error{"page folder " + base::quoted(folder) + ": no " + needed};
  }
  return base::Done{};
}

base::Parsed<base::Done> add_engine(const std::string& folder, SiteFiles& files) {
  for (const char* name :
       {"partita.js", "partita.worker.js", "partita.wasm", "partita-single.js", "partita-single.wasm"}) {
    auto content = record::read_file((fs::path(folder) / name).string());
    if (!content) return content.forward_error();
    const bool is_packed = fs::path(name).extension() == ".wasm";
    files["engine/" + std::string(name) + (is_packed ? ".gz" : "")] =
        is_packed ? server::gzipped(*content, server::Packing::kSmall) : std::move(*content);
  }
  return base::Done{};
}

/// Each packed by itself, under the name by which the engine asks for it; strategies without the packing of theirs,
/// which a browser cannot read.
base::Parsed<base::Done> add_data(SiteFiles& files) {
  std::error_code failure;
  for (const fs::path& data : base::data_folders()) {
    if (!fs::is_directory(data / "levels", failure)) continue;
    for (const char* folder : kDataFolders) {
      for (const auto& entry : fs::directory_iterator(data / folder, failure)) {
        const std::string name = std::string("data/") + folder + "/" + entry.path().filename().string();
        const auto content = study::read_certificate_file(entry.path().string());
        if (!content) return content.forward_error();
        files["engine/" + name + ".gz"] = server::gzipped(*content, server::Packing::kSmall);
      }
    }
    return base::Done{};
  }
  return base::Error{"the shipped data were not found; PARTITA_DATA names their folder"};
}

/// Which files the engine is given, for the worker that fetches them.
void list_data(SiteFiles& files) {
  const std::string engine = "engine/";
  std::string names;
  for (auto at = files.lower_bound(engine + "data/"); at != files.end() && at->first.rfind(engine + "data/", 0) == 0;
       ++at) {
    const std::string name =
        at->first.substr(engine.size(), at->first.size() - engine.size() - std::string(".gz").size());
    names += (names.empty() ? "\"" : ",\"") + name + "\"";
  }
  files[engine + "files.json"] = "{\"files\":[" + names + "]}\n";
}

/// The page's files are named from the site's top, which need not be its host's.
std::string with_relative_addresses(const std::string& page) {
  std::string changed;
  const std::string absolute = "=\"/";
  std::size_t from = 0;
  for (std::size_t at = page.find(absolute); at != std::string::npos; at = page.find(absolute, from)) {
    changed += page.substr(from, at - from) + "=\"./";
    from = at + absolute.size();
  }
  return changed + page.substr(from);
}

/// Tells the page that there is no server behind it, where its top is and where it is installed from.
void mark_page(SiteFiles& files) {
  std::string& page = files["index.html"];
  page = with_relative_addresses(page);
  const std::string head = "<head>";
  const auto at = page.find(head);
  if (at != std::string::npos) {
    page.insert(at + head.size(), "\n    <script>\n" + files["site_top.js"] +
                                      "    </script>"
                                      "\n    <meta name=\"partita-home\" content=\"browser\" />"
                                      "\n    <link rel=\"manifest\" href=\"./manifest.webmanifest\" />");
  }
  files.erase("site_top.js");
  // Hosts such as GitHub Pages answer with this one where they know no file: the page finds its own way.
  files["404.html"] = page;
}

/// The engine for pages without threads, which a page with a service worker hardly ever is.
bool is_spare(const std::string& name) { return name.rfind(kSingle, 0) == 0; }

/// The service worker begins with what it keeps. Another version of any file is another worker, which browsers fetch.
void mark_worker(SiteFiles& files) {
  std::string all;
  std::string names;
  std::string spare;
  for (const auto& [name, content] : files) {
    all += name + '\n' + base::sha256(content) + '\n';
    if (name == "sw.js" || name == "404.html") continue;
    std::string& list = is_spare(name) ? spare : names;
    list += (list.empty() ? "\"" : ",\"") + name + "\"";
  }
  std::string& worker = files["sw.js"];
  worker = kMark + ("{\"version\":\"" + base::sha256(all).substr(0, 16)) + "\",\"files\":[" + names + "],\"spare\":[" +
           spare + "]};\n" + worker;
}

bool is_site(const fs::path& folder) {
  std::ifstream file(folder / "sw.js");
  std::string line;
  return std::getline(file, line) && line.rfind(kMark, 0) == 0;
}

base::Parsed<base::Done> write_files(const fs::path& out, const SiteFiles& files) {
  std::error_code failure;
  if (fs::exists(out, failure) && !fs::is_empty(out, failure)) {
    if (!is_site(out)) return base::Error{base::quoted(out.string()) + " is not empty and holds no site of ours"};
    for (const char* folder : {"assets", "engine"}) fs::remove_all(out / folder, failure);
  }
  for (const auto& [name, content] : files) {
    fs::create_directories((out / name).parent_path(), failure);
    std::ofstream file(out / name, std::ios::binary | std::ios::trunc);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close();
    if (!file) return base::Error{"cannot write " + base::quoted((out / name).string())};
  }
  return base::Done{};
}

std::int64_t bytes_of(const SiteFiles& files, const std::string& beginning) {
  std::int64_t bytes = 0;
  for (const auto& [name, content] : files) {
    if (name.rfind(beginning, 0) == 0) bytes += static_cast<std::int64_t>(content.size());
  }
  return bytes;
}

int write_site(const SiteArguments& arguments) {
  const std::string web =
      arguments.web.empty() ? folder_with("index.html", "web/dist", "share/partita/web") : arguments.web;
  const std::string engine =
      arguments.engine.empty() ? folder_with("partita.wasm", "build/wasm", "share/partita/engine") : arguments.engine;
  if (web.empty()) return refuse("the page is not built (scripts/build-web); --web names its folder");
  if (engine.empty())
    return refuse("the engine for browsers is not built (scripts/build wasm); --engine names its folder");
  SiteFiles files;
  if (const auto added = add_page(web, files); !added) return refuse(added.error());
  if (const auto added = add_engine(engine, files); !added) return refuse(added.error());
  if (const auto added = add_data(files); !added) return refuse(added.error());
  list_data(files);
  mark_page(files);
  mark_worker(files);
  if (const auto written = write_files(arguments.out, files); !written) return refuse(written.error());
  const std::int64_t data = bytes_of(files, "engine/data/");
  const std::int64_t single = bytes_of(files, kSingle);
  const std::int64_t own = bytes_of(files, "engine/") - data - single;
  const auto say = [](const char* what, std::int64_t bytes, const char* how) {
    std::printf("%-7s%12s bytes%s\n", what, base::with_thousands(bytes).c_str(), how);
  };
  std::printf("%zu files in %s\n", files.size(), arguments.out.c_str());
  say("engine", own, ", packed");
  say("or", single, ", packed, where the browser allows no threads");
  say("data", data, ", packed");
  say("page", bytes_of(files, "") - own - single - data, "");
  return kExitFine;
}

}  // namespace

Action add_site_command(Arguments& app) {
  auto arguments = std::make_shared<SiteArguments>();
  app.add_option("--out", arguments->out, kRequired, "folder that becomes the site");
  app.add_option("--web", arguments->web, "folder of the built page");
  app.add_option("--engine", arguments->engine, "folder of the engine for browsers");
  app.footer(
      "Writes plain files for any folder of any web host. The engine runs in the visitor's browser, whose network may "
      "go\n"
      "after the first visit.\n\n"
      "Examples:\n  partita site --out site");
  return [arguments] { return write_site(*arguments); };
}

}  // namespace partita::apps
