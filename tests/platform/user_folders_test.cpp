#include "app/platform/user_folders.h"
#include "tests/core/said.h"

#include <cstdlib>

#include <doctest/doctest.h>

namespace lookback {
namespace {

/// Sets a variable of the environment; an empty value takes it away.
void setVariable(const char* name, const char* value) {
    REQUIRE((*value == '\0' ? unsetenv(name) : setenv(name, value, 1)) == 0);
}

void setAll(const char* config, const char* state, const char* home, const char* data = "") {
    setVariable("XDG_CONFIG_HOME", config);
    setVariable("XDG_STATE_HOME", state);
    setVariable("XDG_DATA_HOME", data);
    setVariable("HOME", home);
}

TEST_CASE("folders follow the environment") {
    setAll("/set/config", "/set/state", "/home/ada", "/set/data");
    CHECK(configFolder() == "/set/config/lookback");
    CHECK(stateFolder() == "/set/state/lookback");
    CHECK(dataFolder() == "/set/data/lookback");
    setAll("", "", "/home/ada");
    CHECK(configFolder() == "/home/ada/.config/lookback");
    CHECK(stateFolder() == "/home/ada/.local/state/lookback");
    CHECK(dataFolder() == "/home/ada/.local/share/lookback");
}

TEST_CASE("a path that is not absolute counts as not set") {
    setAll("config", "./state", "/home/ada");
    CHECK(configFolder() == "/home/ada/.config/lookback");
    CHECK(stateFolder() == "/home/ada/.local/state/lookback");
}

TEST_CASE("a person without a home has no folders") {
    setAll("", "relative", "~");
    CHECK(test::placed(configFolder().error()) ==
          "XDG_CONFIG_HOME: is not set, nor is HOME, expected an absolute path");
    CHECK(stateFolder().error().where == "XDG_STATE_HOME");
}

}  // namespace
}  // namespace lookback
