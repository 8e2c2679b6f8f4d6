// SPDX-License-Identifier: MIT
#include "command_fixture.hpp"
#include "test_terminal.hpp"

#include "watchdog.hpp"

#include <doctest/doctest.h>

namespace terminal_test {

/// The command on a real terminal, with a user at its keyboard.
namespace {

using ddc::tests::CommandTable;
using ddc::tests::Display;
using ddc::tests::TestTerminal;
using tests::Watchdog;

constexpr const char *up = "\x1b[A", *down = "\x1b[B", *page_down = "\x1b[6~", *page_up = "\x1b[5~",
                     *end = "\x1b[F", *escape = "\x1b", *enter = "\r", *control_c = "\x03",
                     *control_z = "\x1a", *control_backslash = "\x1c";

/// `ddc watch 4000`, after its first frame.
struct WatchScene {
    explicit WatchScene(std::vector<std::string> more = {}) {
        table.add_basic_program();
        std::vector<std::string> args{"--name", table.name(), "watch",
                                      "4000",   "--interval", "0.05"};
        args.insert(args.end(), more.begin(), more.end());
        sut.emplace(args);
        sut->await_text("q quit");
        sut->await_text("0x4000/running");
    }

    /// The line of an entry.
    std::string line_of(const std::string& name) const {
        for (std::size_t row = 2; row < 11; ++row) {
            const std::string& line = sut->display().line(row);
            if (line.find(name) != std::string::npos) return line;
        }
        return {};
    }
    void await_line(const std::string& name, const std::string& start) {
        sut->await(start + " before " + name,
                   [&](const Display&) { return line_of(name).rfind(start, 0) == 0; });
    }

    Watchdog watchdog;
    CommandTable table;
    std::optional<TestTerminal> sut;
};

TEST_CASE("watch ends at q and at Esc, and restores the terminal") {
    for (const char* key : {"q", escape}) {
        WatchScene scene;
        CHECK_FALSE(scene.sut->is_as_before());
        CHECK_FALSE(scene.sut->display().has_cursor());
        scene.sut->type(key);
        CHECK(scene.sut->wait() == 0);
        CHECK(scene.sut->is_as_before());
        CHECK(scene.sut->display().has_cursor());
    }
}

TEST_CASE("arrows and page keys scroll rows that do not fit") {
    WatchScene scene;
    TestTerminal& sut = *scene.sut;
    CHECK(sut.display().line(0).find("rows 1 to 9 of ") != std::string::npos);
    CHECK(sut.display().line(1).find("NAME") != std::string::npos);
    CHECK(sut.display().line(2).find("0x4000/running") != std::string::npos);
    sut.type(down);
    sut.await_text("rows 2 to 10 of ");
    sut.await("the second entry", [](const Display& shown) {
        return shown.line(2).find("0x4000/interface_type") != std::string::npos;
    });
    sut.type(page_down);
    sut.await_text("rows 11 to 19 of ");
    sut.type(page_up);
    sut.await_text("rows 2 to 10 of ");
    sut.type(std::string(up) + up + up);
    sut.await_text("rows 1 to 9 of ");
    sut.type(end);
    sut.await("the last row", [](const Display& shown) {
        const std::string& status = shown.line(0);
        const std::size_t last = status.find(" to ");
        const std::size_t count = status.find(" of ");
        return last != std::string::npos && count != std::string::npos &&
               status.substr(last + 4, count - last - 4) == status.substr(count + 4);
    });
    CHECK(sut.display().line(1).find("NAME") != std::string::npos);
}

TEST_CASE("a filter is typed after a slash, kept with Enter and removed with Esc") {
    WatchScene scene;
    TestTerminal& sut = *scene.sut;
    sut.type("/true_vel");
    sut.await_text("/true_vel_");
    sut.await_text("1 entries with true_vel");
    CHECK(scene.line_of("running").empty());
    sut.type(enter);
    sut.await_text("q quit");
    CHECK(sut.display().line(0).find("with true_vel") != std::string::npos);
    sut.type("/\x7f\x7f\x7f");
    sut.await_text("entries with true_");
    sut.await("more than one", [&](const Display&) { return !scene.line_of("compass").empty(); });
    sut.type(escape);
    sut.await_text("0x4000/running");
    sut.type("/*[xy]*q");  // letters that are keys elsewhere
    sut.await_text("0 entries with *[xy]*q");
    sut.type(escape);
    sut.await_text("q quit");
}

TEST_CASE("values that were written unchanged have another mark than changed ones") {
    WatchScene scene;
    ddc::Table& table = scene.table.table();
    table.write(0x4000 + ddc::Id{4}, 0.5);
    scene.await_line("delta_sec", "*");
    scene.await_line("delta_sec", " ");
    table.write(0x4000 + ddc::Id{4}, 0.5);
    scene.await_line("delta_sec", "=");
    scene.await_line("delta_sec", " ");
}

TEST_CASE("a pause keeps the shown values") {
    WatchScene scene;
    TestTerminal& sut = *scene.sut;
    sut.type("p");
    sut.await_text("PAUSED");
    scene.table.table().write(0x4000 + ddc::Id{4}, 123.5);
    sut.type(std::string(down) + up + down + up);  // several frames are drawn meanwhile
    sut.type("/delta\r");
    sut.await_text("1 entries with delta");
    CHECK(scene.line_of("delta_sec").find("123.5") == std::string::npos);
    sut.type("p");
    sut.await_text("123.5");
}

TEST_CASE("watch restores the terminal, in whatever way it ends") {
    struct End {
        const char* keys;
        int signal;
        int code;
    };
    for (const End& ending : {End{control_c, 0, 0}, End{"", SIGTERM, 0}, End{"", SIGHUP, 0},
                              End{control_backslash, 0, -SIGQUIT}, End{"", SIGSEGV, -SIGSEGV},
                              End{"", SIGABRT, -SIGABRT}}) {
        WatchScene scene;
        if (ending.signal != 0) scene.sut->signal(ending.signal);
        scene.sut->type(ending.keys);
        CHECK(scene.sut->wait() == ending.code);
        CHECK(scene.sut->is_as_before());
        CHECK(scene.sut->display().has_cursor());
    }
}

TEST_CASE("Ctrl-Z restores the terminal, and watch resumes afterwards") {
    WatchScene scene;
    TestTerminal& sut = *scene.sut;
    sut.type(control_z);
    sut.await_state('T');
    CHECK(sut.is_as_before());
    sut.await("the cursor", [](const Display& shown) { return shown.has_cursor(); });
    sut.signal(SIGCONT);
    sut.await("no cursor", [](const Display& shown) { return !shown.has_cursor(); });
    CHECK_FALSE(sut.is_as_before());
    scene.table.table().write(0x4000 + ddc::Id{4}, 77.5);
    sut.await_text("77.5");
    sut.type("q");
    CHECK(sut.wait() == 0);
    CHECK(sut.is_as_before());
}

TEST_CASE("a terminal that Ctrl-S has stopped does not prevent watch from ending") {
    WatchScene scene;
    scene.sut->type("\x13");
    scene.sut->signal(SIGTERM);
    CHECK(scene.sut->wait() >= 0);
    CHECK(scene.sut->is_as_before());
}

TEST_CASE("watch works without a keyboard") {
    const Watchdog watchdog;
    CommandTable table;
    table.add_basic_program();
    TestTerminal sut({"--name", table.name(), "watch", "4000", "--interval", "0.05"},
                     TestTerminal::Input::none);
    sut.await_text("Ctrl-C ends");
    sut.await_text("more do not fit, see --filter");
    CHECK(sut.is_as_before());
    sut.type(control_c);
    CHECK(sut.wait() == 0);
}

TEST_CASE("on a terminal set asks before it writes to a table in use") {
    const Watchdog watchdog;
    CommandTable table;  // this process has it open
    const std::vector<std::string> args{"--name", table.name(), "set", "0x0100", "5"};
    std::int32_t value = 0;
    for (const char* answer : {"n\r", "\r", "yeah\r", "\x04"}) {
        TestTerminal sut(args);
        sut.await_text("do it anyway? [y/N]");
        sut.type(answer);
        CHECK(sut.wait() == 1);
        CHECK(sut.display().text().find("nothing was changed") != std::string::npos);
        CHECK(table.table().read(0x0100, value) == ddc::Status::no_data);
    }
    TestTerminal sut(args);
    sut.await_text("is in use by");
    sut.await_text("do it anyway? [y/N]");
    sut.type("y\r");
    CHECK(sut.wait() == 0);
    CHECK(table.table().read(0x0100, value) == ddc::Status::ok);
    CHECK(value == 5);
}

TEST_CASE("control characters in CSV do not reach a terminal") {
    const Watchdog watchdog;
    CommandTable table;
    table.table().write(0x0100, std::string("\x1b[?25lgone"));
    TestTerminal sut({"--name", table.name(), "get", "0x0100", "--format", "csv"});
    sut.await_text("\\x1b[?25lgone");
    CHECK(sut.wait() == 0);
    CHECK(sut.display().has_cursor());
}

}  // namespace

}  // namespace terminal_test
