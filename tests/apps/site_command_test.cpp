// partita site: the page, the engine and the data as plain files.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "kit/program.h"
#include "kit/temporary_folder.h"

namespace partita::apps {
namespace {

namespace fs = std::filesystem;
using kit::read_whole;
using kit::run_command;

/// A page, an engine and data of a few bytes: what is tested is where they go.
class SiteTest : public testing::Test {
 protected:
  void SetUp() override {
    write("page/index.html", "<html><head><link href=\"/icon.svg\"/><script src=\"/assets/main-1.js\"></head></html>");
    write("page/site_top.js", "// top\n");
    write("page/sw.js", "// worker\n");
    write("page/assets/main-1.js", "1");
    write("page/assets/main-1.js.gz", "packed for a server");
    write("page/.vite/manifest.json", "{}");
    for (const char* name :
         {"partita.js", "partita.worker.js", "partita.wasm", "partita-single.js", "partita-single.wasm"})
      write(std::string("engine/") + name, name);
    write("data/levels/hex.json", "{}");
    write("data/puzzles/hex.txt", "puzzle");
  }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name, std::ios::binary) << text;
  }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string site(const std::string& name) const { return read_whole(path("site/" + name)); }
  kit::ProgramRun make(const std::string& engine = "engine") const {
    return run_command("PARTITA_DATA=" + path("data") + " " + PARTITA_PROGRAM + " site --out " + path("site") +
                       " --web " + path("page") + " --engine " + path(engine));
  }
  /// The line the service worker begins with: its version and what it keeps.
  std::string kept() const { return site("sw.js").substr(0, site("sw.js").find('\n')); }

 private:
  kit::TemporaryFolder folder_;
};

TEST_F(SiteTest, HoldsPageEngineAndDataPacked) {
  const auto run = make();
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(site("index.html").find("<meta name=\"partita-home\" content=\"browser\" />"), std::string::npos);
  EXPECT_EQ(site("404.html"), site("index.html")) << "hosts show it for addresses without a file";
  EXPECT_EQ(site("assets/main-1.js"), "1");
  EXPECT_FALSE(fs::exists(path("site/assets/main-1.js.gz")));
  EXPECT_FALSE(fs::exists(path("site/.vite")));
  EXPECT_EQ(site("engine/partita.js"), "partita.js");
  EXPECT_FALSE(fs::exists(path("site/engine/partita.wasm"))) << "packed alone is enough";
  EXPECT_EQ(run_command("gzip -dc " + path("site/engine/partita.wasm.gz")).out, "partita.wasm");
  EXPECT_EQ(run_command("gzip -dc " + path("site/engine/data/puzzles/hex.txt.gz")).out, "puzzle");
  EXPECT_EQ(site("engine/files.json"), "{\"files\":[\"data/levels/hex.json\",\"data/puzzles/hex.txt\"]}\n");
}

TEST_F(SiteTest, TheEngineWithoutThreadsIsKeptOnlyByThoseWhoNeedIt) {
  ASSERT_EQ(make().exit_code, 0);
  EXPECT_EQ(run_command("gzip -dc " + path("site/engine/partita-single.wasm.gz")).out, "partita-single.wasm");
  const auto spare = kept().find("\"spare\":[\"engine/partita-single.js\",\"engine/partita-single.wasm.gz\"]");
  EXPECT_NE(spare, std::string::npos) << kept();
  EXPECT_EQ(kept().find("partita-single"), kept().find("partita-single", spare)) << "in no other list";
}

TEST_F(SiteTest, LiesInAnyFolderOfItsHost) {
  ASSERT_EQ(make().exit_code, 0);
  const std::string page = site("index.html");
  EXPECT_EQ(page.find("=\"/"), std::string::npos) << "addresses from the host's top: " << page;
  EXPECT_NE(page.find("src=\"./assets/main-1.js\""), std::string::npos) << page;
  EXPECT_LT(page.find("// top"), page.find("=\"./")) << "the top is found before anything is fetched from there";
  EXPECT_EQ(kept().find("site_top.js"), std::string::npos) << kept();
}

TEST_F(SiteTest, AnotherFileIsAnotherVersionAndTheSameIsTheSame) {
  ASSERT_EQ(make().exit_code, 0);
  const std::string first = kept();
  EXPECT_EQ(first.rfind("const SITE = {\"version\":\"", 0), 0U) << first;
  EXPECT_NE(first.find("\"engine/partita.wasm.gz\""), std::string::npos) << first;
  ASSERT_EQ(make().exit_code, 0) << "a site may be written over itself";
  EXPECT_EQ(kept(), first);
  write("data/puzzles/hex.txt", "another");
  ASSERT_EQ(make().exit_code, 0);
  EXPECT_NE(kept(), first);
}

TEST_F(SiteTest, LeavesAloneWhatIsNoSite) {
  write("site/precious.txt", "mine");
  const auto run = make();
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("is not empty and holds no site of ours"), std::string::npos) << run.err;
  EXPECT_FALSE(fs::exists(path("site/index.html")));
}

TEST_F(SiteTest, SaysWhatIsMissing) {
  const auto run = make("nothing");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("partita.js"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace partita::apps
