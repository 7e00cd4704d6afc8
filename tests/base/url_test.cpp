#include "base/url.h"

#include <gtest/gtest.h>

namespace partita::base {
namespace {

TEST(Url, SecretsAreHiddenAndTheRestStays) {
  EXPECT_EQ(hide_secrets("postgresql://ada:s3cret@host:5432/games?sslmode=require"),
            "postgresql://ada:***@host:5432/games?sslmode=require");
  EXPECT_EQ(hide_secrets("postgresql://ada@/games?host=/run/postgresql"),
            "postgresql://ada@/games?host=/run/postgresql");
  EXPECT_EQ(hide_secrets("postgresql://host/games?user=ada&password=s3cret&x=1"),
            "postgresql://host/games?user=ada&password=***&x=1");
  EXPECT_EQ(hide_secrets("nats://ada:s3cret@one:4222,nats://bob:other@two"), "nats://***@one:4222,nats://***@two");
  EXPECT_EQ(hide_secrets("nats://t0ken@host"), "nats://***@host");
  EXPECT_EQ(hide_secrets("cannot reach nats://ada:s3cret@host: timeout"), "cannot reach nats://***@host: timeout");
  for (const char* plain : {"", "games.sqlite", "nats://127.0.0.1:4222", "a@b", "://", "postgresql://"}) {
    EXPECT_EQ(hide_secrets(plain), plain);
  }
}

TEST(Url, NoPartOfABadlyWrittenPasswordIsLeft) {
  for (const char* url :
       {"postgresql://ada:qq@zz/ww?kk@host/games", "nats://ada:qq/zz@ww:kk@host", "postgres://ada:qq:zz@h",
        "nats://ada:qq,zz@host", "postgresql://ada:qq#zz@host/x?password=ww%20kk"}) {
    const std::string shown = hide_secrets(url);
    for (const char* piece : {"qq", "zz", "ww", "kk"}) EXPECT_EQ(shown.find(piece), std::string::npos) << shown;
  }
}

TEST(Url, ArgumentsAreOverwrittenInPlace) {
  std::string first = "--nats=nats://ada:s3cret@host";
  std::string second = "--threads";
  char* arguments[] = {first.data(), second.data()};
  scrub_arguments(2, arguments);
  EXPECT_EQ(first, "--nats=nats://xxxxxxxxxx@host");
  EXPECT_EQ(second, "--threads");
}

}  // namespace
}  // namespace partita::base
