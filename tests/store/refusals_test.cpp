// Why a database cannot be used: who holds it, and whether waiting helps.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/database_fixture.h"
#include "store/file_lock.h"
#include "store/game_json.h"
#include "store/store.h"

namespace partita::store_test {
namespace {

/// Another process that holds the lock until it is told to go.
class Holder {
 public:
  Holder(const std::string& path, const std::string& note, const std::string& words) {
    int ready[2];
    int done[2];
    EXPECT_EQ(::pipe(ready) + ::pipe(done), 0);
    process_ = ::fork();
    if (process_ == 0) {
      ::close(done[1]);
      const auto lock = store::FileLock::take(path, note, words);
      char letter = lock ? 'y' : 'n';
      if (::write(ready[1], &letter, 1) != 1) ::_exit(1);
      static_cast<void>(::read(done[0], &letter, 1) >= 0);
      ::_exit(0);
    }
    ::close(done[0]);
    go_ = done[1];
    char letter = 0;
    EXPECT_EQ(::read(ready[0], &letter, 1), 1);
    EXPECT_EQ(letter, 'y');
    ::close(ready[0]);
    ::close(ready[1]);
  }
  ~Holder() {
    ::close(go_);
    ::waitpid(process_, nullptr, 0);
  }
  pid_t process() const { return process_; }

 private:
  pid_t process_ = 0;
  int go_ = -1;
};

TEST(FileLock, TellsWhatItsHolderWrote) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "a.sqlite").string();
  const Holder holder(path, path + "-holder", "the night shift");
  const auto second = store::FileLock::take(path, path + "-holder", "the day shift");
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error(), "another server uses it: the night shift");
}

TEST(FileLock, TellsTheProcessWhereTheNoteIsGone) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "a.sqlite").string();
  const Holder holder(path, path + "-holder", "the night shift");
  fs::remove(path + "-holder");
  const auto second = store::FileLock::take(path, path + "-holder", "the day shift");
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error(), "another server uses it: process " + std::to_string(holder.process()));
}

TEST(FileLock, IsNotInPlaceOnceItsFileWasReplaced) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "a.sqlite").string();
  const auto lock = store::FileLock::take(path, path, "me");
  ASSERT_TRUE(lock.ok()) << lock.error();
  EXPECT_TRUE(lock->is_in_place());
  // Two files at once: the new one has another number on the same disk.
  std::ofstream(path + ".new") << "x";
  fs::rename(path + ".new", path);
  EXPECT_FALSE(lock->is_in_place());
}

/// Servers wait for a database that is away, and end where it is not the one.
TEST(StoreAttempt, MayComeWhereNobodyListensAndNotWhereTheDatabaseIsUnknown) {
  const auto away = store::Store::attempt_alone("postgresql://someone@127.0.0.1:1/none", "here");
  EXPECT_EQ(away.store, nullptr);
  EXPECT_TRUE(away.may_come) << away.failure;
  PostgresServer& server = PostgresServer::instance();
  if (!server.is_running()) GTEST_SKIP() << "PostgreSQL is not there: " << server.why_not();
  const auto unknown = store::Store::attempt_alone(server.url("no_such_database"), "here");
  EXPECT_EQ(unknown.store, nullptr);
  EXPECT_FALSE(unknown.may_come) << unknown.failure;
}

TEST(StoreAlone, ASecondOnTheSameFileIsRefusedAndToldWhoHasIt) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "games.sqlite").string();
  const auto first = store::Store::open_alone(path, "the first");
  ASSERT_TRUE(first.ok()) << first.error();
  const auto second = store::Store::open_alone(path, "the second");
  ASSERT_FALSE(second.ok());
  EXPECT_NE(second.error().find("the first"), std::string::npos) << second.error();
}

/// The longest game that is read has four thousand moves.
TEST(GameJson, RefusesWhatIsTooLong) {
  store::GameRow game;
  game.id = "long";
  game.game = "andantino";
  game.moves.assign(4000, {"K10", -1, ""});
  const auto longest = store::game_from_json(store::game_to_json(game, store::Secrets::kIncluded));
  ASSERT_TRUE(longest.ok()) << longest.error();
  EXPECT_EQ(longest->moves.size(), 4000u);
  game.moves.push_back({"K10", -1, ""});
  EXPECT_FALSE(store::game_from_json(store::game_to_json(game, store::Secrets::kIncluded)).ok());
}

}  // namespace
}  // namespace partita::store_test
