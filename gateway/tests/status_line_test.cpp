// SPDX-License-Identifier: MIT
#include "output/status_line.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <sstream>

namespace {

using gateway::StatusLine;
using namespace std::chrono_literals;

/// Long work by a clock that the test moves.
struct Work {
    explicit Work(bool is_terminal) {
        line.emplace(told, is_terminal, [this] { return now; });
    }
    void look_after(std::chrono::milliseconds time, const char* text) {
        now += time;
        line->look([&] { return std::string(text); });
    }

    StatusLine::Clock::time_point now{};
    std::ostringstream told;
    std::optional<StatusLine> line;
};

}  // namespace

TEST_CASE("a status is one line on a terminal that changes each second and goes away") {
    Work sut(true);
    sut.look_after(999ms, "early");
    sut.look_after(1ms, "one");
    sut.look_after(500ms, "early");
    sut.look_after(2s, "two");
    CHECK(sut.told.str() == "\r\033[Kone\r\033[Ktwo");
    sut.line.reset();
    CHECK(sut.told.str() == "\r\033[Kone\r\033[Ktwo\r\033[K");
}

TEST_CASE("a status is a line every ten seconds elsewhere") {
    Work sut(false);
    sut.look_after(9999ms, "early");
    sut.look_after(1ms, "one");
    sut.look_after(9s, "early");
    sut.look_after(1s, "two");
    sut.line.reset();
    CHECK(sut.told.str() == "one\ntwo\n");
}

TEST_CASE("work that is short has no status") {
    Work sut(true);
    sut.look_after(900ms, "early");
    sut.line.reset();
    CHECK(sut.told.str().empty());
}
