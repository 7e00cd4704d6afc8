#include "server/static_pages.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace partita::server {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kLargestPage = 64U << 20U;

constexpr std::string_view kBuiltInPage = R"(<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Partita</title><meta name="viewport" content="width=device-width"></head>
<body>
<main>
<h1>Partita</h1>
<p>The server runs, but its page has not been built. In the folder <code>web</code> run</p>
<pre>npm ci
npm run build</pre>
<p>and start the server again, or give it the folder with <code>partita serve --web DIR</code>.</p>
<p>The interface for programs is there: <a href="/api/v1/catalog">/api/v1/catalog</a>,
<a href="/api/v1/games">/api/v1/games</a>, <a href="/healthz">/healthz</a>, <a href="/readyz">/readyz</a>, <a href="/metrics">/metrics</a>.</p>
</main>
</body>
</html>
)";

std::string type_of(const std::string& name) {
  static const std::map<std::string, std::string> types = {{".html", "text/html; charset=utf-8"},
                                                           {".js", "text/javascript; charset=utf-8"},
                                                           {".mjs", "text/javascript; charset=utf-8"},
                                                           {".css", "text/css; charset=utf-8"},
                                                           {".svg", "image/svg+xml"},
                                                           {".png", "image/png"},
                                                           {".ico", "image/x-icon"},
                                                           {".json", "application/json"},
                                                           {".webmanifest", "application/manifest+json"},
                                                           {".woff2", "font/woff2"},
                                                           {".md", "text/markdown; charset=utf-8"},
                                                           {".wasm", "application/wasm"},
                                                           {".txt", "text/plain; charset=utf-8"},
                                                           {".mp3", "audio/mpeg"},
                                                           {".ogg", "audio/ogg"},
                                                           {".wav", "audio/wav"},
                                                           {".webp", "image/webp"},
                                                           {".map", "application/json"}};
  const auto found = types.find(fs::path(name).extension().string());
  return found == types.end() ? "application/octet-stream" : found->second;
}

// FNV-1a: names a version of a file for the browser's cache, nothing more.
std::string tag_of(std::string_view content) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : content) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  std::ostringstream text;
  text << '"' << std::hex << hash << '"';
  return text.str();
}

}  // namespace

StaticPages::StaticPages() : built_in_(true) {
  files_["/index.html"] = {std::string(kBuiltInPage), "", type_of("index.html"), tag_of(kBuiltInPage)};
}

base::Parsed<StaticPages> StaticPages::read(const std::string& folder) {
  std::error_code failure;
  StaticPages pages;
  pages.files_.clear();
  pages.built_in_ = false;
  std::uintmax_t total = 0;
  fs::recursive_directory_iterator entries(folder, failure);
  if (failure) return base::Error{"page folder " + folder + ": " + failure.message()};
  for (const fs::directory_entry& entry : entries) {
    // Links are left out: they could lead out of the folder.
    if (entry.is_symlink(failure) || !entry.is_regular_file(failure)) continue;
    total += entry.file_size(failure);
    if (failure || total > kLargestPage) return base::Error{"page folder " + folder + ": too large or unreadable"};
    std::ifstream file(entry.path(), std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    const std::string name = "/" + fs::relative(entry.path(), folder).generic_string();
    pages.files_[name] = {content.str(), "", type_of(name), tag_of(content.str())};
  }
  for (auto& [name, file] : pages.files_) {
    const auto packed = pages.files_.find(name + ".gz");
    if (packed != pages.files_.end()) file.gzip = packed->second.content;
  }
  // Browsers ask for it under this name wherever an answer is no page of ours and names no icon.
  const auto icon = pages.files_.find("/icon.svg");
  if (icon != pages.files_.end()) pages.files_.try_emplace("/favicon.ico", icon->second);
  if (!pages.files_.contains("/index.html")) return base::Error{"page folder " + folder + ": no index.html"};
  return pages;
}

HttpResponse StaticPages::respond(const HttpRequest& request) const {
  auto found = files_.find(request.path);
  if (found == files_.end()) {
    // The page finds its own way from its address; a name with a dot asks for a file that is not there.
    if (request.path.find('.') != std::string::npos) return error_response(404, "not-found", "no such page");
    found = files_.find(std::string_view("/index.html"));
  }
  const File& file = found->second;
  HttpResponse response;
  response.content_type = file.type;
  response.headers.emplace_back("ETag", file.tag);
  // Vite puts a hash of the content into the names of assets: they never change.
  const bool is_asset = found->first.rfind("/assets/", 0) == 0;
  response.headers.emplace_back("Cache-Control", is_asset ? "public, max-age=31536000, immutable" : "no-cache");
  if (!file.gzip.empty()) response.headers.emplace_back("Vary", "Accept-Encoding");
  if (request.if_none_match == file.tag) {
    response.status = 304;
    return response;
  }
  if (request.accepts_gzip && !file.gzip.empty()) {
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.body = file.gzip;
  } else {
    response.body = file.content;
  }
  return response;
}

}  // namespace partita::server
