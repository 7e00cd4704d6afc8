#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/parsed.h"
#include "server/http_message.h"

namespace partita::server {

/// The page's files, read once into memory at the start. What is asked for is looked up by its exact name among them,
/// so no path can lead anywhere else. Any thread after construction.
class StaticPages {
 public:
  /// Without files: a built-in page that says how to build the real one.
  StaticPages();
  /// Every plain file below `folder`; an error if there is no index.html or it is too large.
  static base::Parsed<StaticPages> read(const std::string& folder);

  HttpResponse respond(const HttpRequest& request) const;
  bool is_built_in() const { return built_in_; }
  std::size_t count() const { return files_.size(); }

 private:
  struct File {
    std::string content;
    std::string gzip;  ///< from a file of the same name with .gz; empty if there is none
    std::string type;
    std::string tag;
  };
  std::map<std::string, File, std::less<>> files_;  ///< by path as asked for, "/index.html"
  bool built_in_ = false;
};

}  // namespace partita::server
