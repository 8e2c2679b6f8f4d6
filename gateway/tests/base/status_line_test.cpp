// SPDX-License-Identifier: MIT
#include "output/status_line.hpp"

#include "child.hpp"
#include "watchdog.hpp"

#include <gateway/base/run_streams.hpp>

#include <doctest/doctest.h>

#include <pty.h>
#include <unistd.h>

#include <optional>
#include <sstream>

namespace status_line_test {

using gateway::StatusLine;
using namespace std::chrono_literals;

/// Long work measured by a clock that the test sets.
struct Work {
    explicit Work(bool is_terminal) {
        line.emplace(output, is_terminal, [this] { return now; });
    }
    void poll_after(std::chrono::milliseconds time, const char* text) {
        now += time;
        line->look([&] { return std::string(text); });
    }

    StatusLine::Clock::time_point now{};
    std::ostringstream output;
    std::optional<StatusLine> line;
};

TEST_CASE("a status is one line on a terminal that is replaced each second and removed") {
    Work sut(true);
    sut.poll_after(999ms, "early");
    sut.poll_after(1ms, "one");
    sut.poll_after(500ms, "early");
    sut.poll_after(2s, "two");
    CHECK(sut.output.str() == "\r\033[Kone\r\033[Ktwo");
    sut.line.reset();
    CHECK(sut.output.str() == "\r\033[Kone\r\033[Ktwo\r\033[K");
}

TEST_CASE("without a terminal a status is one line every ten seconds") {
    Work sut(false);
    sut.poll_after(9999ms, "early");
    sut.poll_after(1ms, "one");
    sut.poll_after(9s, "early");
    sut.poll_after(1s, "two");
    sut.line.reset();
    CHECK(sut.output.str() == "one\ntwo\n");
}

/// The output of a process that prints a text of a user and then a status.
std::string forged_output(int reader, int writer) {
    ::tests::Child work([&] {
        ::dup2(writer, STDERR_FILENO);
        const gateway::RunControl control;
        gateway::RunStreams streams(control);
        streams.err() << "\r\033[Kforged\n";
        gateway::erase_line(streams.err());
        streams.err() << "status" << std::flush;
        return 0;
    });
    CHECK(work.wait() == 0);
    std::string output;
    char piece[100];
    while (output.find("status") == std::string::npos) {
        const ssize_t size = ::read(reader, piece, sizeof piece);
        REQUIRE(size > 0);
        output.append(piece, static_cast<std::size_t>(size));
    }
    ::close(reader);
    ::close(writer);
    return output;
}

TEST_CASE("clearing a status removes the line on a terminal only") {
    const ::tests::Watchdog watchdog;
    int reader = -1, writer = -1;
    REQUIRE(::openpty(&reader, &writer, nullptr, nullptr, nullptr) == 0);
    CHECK(forged_output(reader, writer) == "\\r\\x1b[Kforged\r\n\r\033[Kstatus");
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    CHECK(forged_output(ends[0], ends[1]) == "\\r\\x1b[Kforged\nstatus");
}

TEST_CASE("short work has no status") {
    Work sut(true);
    sut.poll_after(900ms, "early");
    sut.line.reset();
    CHECK(sut.output.str().empty());
}

}  // namespace status_line_test
