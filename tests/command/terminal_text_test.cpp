// SPDX-License-Identifier: MIT
// Texts of a program in the output of commands: none may reach a terminal as control characters.
#include "command.hpp"
#include "scratch_table.hpp"

#include <ddc/recording/mcap_writer.hpp>
#include <ddc/table.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <csignal>
#include <map>
#include <sstream>
#include <thread>

namespace terminal_text_test {

using namespace tests;

namespace {

/// Colours, a title, the cursor; the same from C1, DEL, and bytes that are not UTF-8.
const std::string hostile =
    "\x1b[31mred\x1b]0;owned\x07\r\x1b[2J \xC2\x9B"
    "32m \x7f \x9b \xff";

/// Position of the first control character that a terminal would execute; -1 if there is none.
long first_control(const std::string& text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        const auto next = static_cast<unsigned char>(at + 1 < text.size() ? text[at + 1] : 0);
        const bool is_c1 = byte == 0xC2 && next >= 0x80 && next < 0xA0;
        const bool is_alone = byte >= 0x80 && byte < 0xC2;  // or in the middle of a character
        const bool is_inside =
            is_alone && at > 0 && static_cast<unsigned char>(text[at - 1]) >= 0x80;
        if ((byte < 0x20 && byte != '\n') || byte == 0x7F || is_c1 || (is_alone && !is_inside))
            return static_cast<long>(at);
    }
    return -1;
}

/// A table with a program whose texts have control characters.
struct HostileTable {
    explicit HostileTable(const std::string& interface_type) {
        ddc::Table& table = scratch.table();
        table.write(0x4000, true);
        table.write(0x4001, interface_type);
        table.write(0x4002, hostile);
        table.write(0x4003, false);
        table.write(0x4005, 0.0);
        table.write(0x4007, std::int32_t{20});
        table.write(0x4008, std::int32_t{1});
        table.write(
            0x4009,
            std::string(R"({"name":"x","version":"1.0","ports":[{"name":"true_velocity",)") +
                R"("data_type":{"type":"\u001b]0;owned\u0007\u009b2J"},)" +
                R"("direction":"INPUT"}]})");
        table.write(0x0100, hostile);
    }

    Finished ddc(const ScratchDirectory& files, std::vector<std::string> words) const {
        words.insert(words.begin(), {"ddc", "--name", scratch.options().name});
        return run(files, words);
    }

    mutable ddc::tests::ScratchTable scratch{0x4400};
};

/// A recording with control characters in its names: a topic without columns, and one with columns.
std::string hostile_recording() {
    using namespace ddc::recording;
    std::string file;
    McapWriter writer([&file](std::string_view piece) { file += piece; }, {});
    const McapId schema =
        writer.add_schema({"test/msg/" + hostile, "ros2msg", "float64 x\nstring text\n"});
    const McapId shown = writer.add_channel({schema, "/shown" + hostile, "cdr", {}});
    const McapId json = writer.add_channel({0, "/json" + hostile, hostile, {}});
    const std::string message{
        "\0\1\0\0"
        "\0\0\0\0\0\0\xF0\x3F"
        "\1\0\0\0\0",
        17};
    writer.write(McapMessage{json, 0, 0, 0, "{}"});
    writer.write(McapMessage{shown, 0, 0, 0, message});
    writer.write(McapAttachment{0, 0, hostile, hostile, "text"});
    writer.write(McapMetadata{hostile, {{hostile, hostile}}});
    writer.close();
    return file;
}

/// As YAML, JSON and Python write it within quotes.
const std::string quoted = R"(\u001b[31mred\u001b]0;owned\u0007\r\u001b[2J\u009b\u007f)";

/// Files of ddc-gateway whose texts have control characters.
struct HostileFiles {
    HostileFiles() {
        files.write("run.mcap", hostile_recording());
        files.write("run.csv", "t_s,x" + hostile + "\n0,1\n1,2\n");
        files.write("other.csv", "t_s,y" + hostile + "\n0,1\n1,2\n");
        files.write("limits.yaml", "requirements:\n  \"a" + quoted + "\": always (t_s < 1 s)\n");
        files.write("bad_limits.yaml", "requirements: {a: \"" + quoted + " < 1\"}\n");
        files.write("key.yaml", "\"" + quoted + "\": 1\n");
        files.write("safety.yaml", "safety: {\"" + quoted + "\": 1}\n");
        files.write("scenario.yaml", "name: \"" + quoted +
                                         "\"\nmodel: kinematic\ninitial_speed_mps: 1\n"
                                         "duration_s: 0.1\ndt_s: 0.01\n");
        files.write(
            "run.yaml",
            "ddc: {name: " + table +
                "}\nduration_s: 0.1\nprograms:\n"
                "  - {reference_id: \"0x4000\", exec: [autopilot_basic, \"4000\"], name: \"" +
                quoted + "\", requirements: {\"a" + quoted + "\": t_s < 1 s}}\n");
    }

    ScratchDirectory files;
    std::string table = "test." + files.path().filename().string();
};

/// Verbs of ddc-gateway, as its help lists them.
std::vector<std::string> verbs_of_gateway(const ScratchDirectory& files) {
    const std::string help = run(files, {"ddc-gateway", "--help"}).out;
    std::istringstream lines(help.substr(help.find("Subcommands:")));
    std::vector<std::string> verbs;
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line) && !line.empty())
        verbs.push_back(line.substr(2, line.find(' ', 2) - 2));
    return verbs;
}

}  // namespace

TEST_CASE("no verb of ddc prints a program's control characters") {
    const ScratchDirectory files;
    const HostileTable table("dynamic");
    std::atomic<bool> is_over{false};
    std::thread writer([&] {
        while (!is_over) {
            table.scratch.table().write(0x0100, hostile);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    const std::vector<std::vector<std::string>> commands{
        {"get", "0x0100"},
        {"get", "0x4002"},
        {"get", "0x0100", "0x4002"},
        {"get", "0x4000/true_velocity"},
        {"dump"},
        {"dump", "4000"},
        {"list"},
        {"info"},
        {"doctor"},
        {"watch", "--count", "2", "--interval", "0.05"},
        {"echo", "0x0100", "--count", "2"},
        {"hz", "0x0100", "--duration", "0.05"},
        {"set", "0x4000/true_velocity", "1", "--yes"},
        {"get", "0x0100", "--format", "json"},
        {"dump", "--format", "ndjson"}};
    for (const auto& words : commands) {
        const Finished sut = table.ddc(files, words);
        INFO(words[0], " ", words.size() > 1 ? words[1] : "", ":\n", sut.out, sut.err);
        CHECK(first_control(sut.out) == -1);
        CHECK(first_control(sut.err) == -1);
    }
    is_over = true;
    writer.join();
}

TEST_CASE("no verb of ddc-gateway prints control characters of its files") {
    const HostileFiles scene;
    const auto file = [&](const std::string& name) { return (scene.files.path() / name).string(); };
    const std::multimap<std::string, std::vector<std::string>> commands{
        {"run", {file("run.yaml")}},
        {"run", {file("key.yaml")}},
        {"validate", {file("key.yaml")}},
        {"replay", {file("scenario.yaml")}},
        {"replay", {file("key.yaml")}},
        {"identify", {file("run.csv"), "--fit", hostile}},
        {"plot", {file("run.csv"), "--columns", "x" + hostile, "-o", file(hostile + ".svg")}},
        {"plot", {file("run.csv"), "--columns", hostile}},
        {"plot", {file("run.mcap"), file(hostile)}},
        {"bench-machine", {file("key.yaml")}},
        {"report", {file("run.csv"), file("limits.yaml"), "-o", file(hostile + ".html")}},
        {"report", {file("run.csv"), file(hostile)}},
        {"compare", {file("run.mcap"), file("run.mcap")}},
        {"compare", {file("run.csv"), file("other.csv")}},
        {"compare",
         {file("run.csv"), file("run.csv"), "--over", "t_s", "--tolerance", hostile + "=1"}},
        {"check", {file("run.csv"), file("limits.yaml")}},
        {"check", {file("run.mcap"), file("bad_limits.yaml")}},
        {"ctl", {hostile}},
        {"campaign", {"plan", file("key.yaml"), file("plan")}},
        {"safety", {"--config", file("safety.yaml")}},
        {"mcap", {"info", file("run.mcap")}},
        {"rerun", {file(hostile), "--program", "autopilot_basic"}},
        {"view", {file(hostile)}},
        {"studio", {file(hostile)}},
        {"new-program", {hostile}},
        {"fmu", {"show", file(hostile)}}};
    for (const std::string& verb : verbs_of_gateway(scene.files)) CHECK(commands.count(verb) > 0);
    std::size_t shown = 0;
    const auto look = [&](std::vector<std::string> words) {
        const Finished sut = run(scene.files, std::move(words));
        INFO(sut.out, sut.err);
        CHECK(first_control(sut.out) == -1);
        CHECK(first_control(sut.err) == -1);
        if ((sut.out + sut.err).find("\\x1b") != std::string::npos) ++shown;
    };
    for (const auto& [verb, words] : commands) {
        CAPTURE(verb);
        const std::size_t before = shown;
        std::vector<std::string> all{"ddc-gateway", verb};
        all.insert(all.end(), words.begin(), words.end());
        look(all);
        INFO("the text is not in the output, so nothing was tested");
        CHECK_MESSAGE(shown > before, words[0]);
    }
    for (const char* program : {"vdsim_realtime", "ddcserver"}) {
        CAPTURE(program);
        look({program, file("key.yaml")});
        look({program, hostile});
    }
}

TEST_CASE("a topic's name reaches the terminal of compare as text") {
    const HostileFiles scene;
    const std::string file = scene.files.path() / "run.mcap";
    const Finished sut = run(scene.files, {"ddc-gateway", "compare", file, file});
    INFO(sut.err);
    CHECK(sut.exit_code == 0);
    CHECK(sut.err.find("/json\\x1b[31mred") != std::string::npos);
    CHECK(sut.err.find("is left out: its messages are `\\x1b[31mred") != std::string::npos);
    CHECK(first_control(sut.err) == -1);
}

TEST_CASE("a name does not clear the line before it as a status does") {
    const HostileFiles scene;
    const auto config = scene.files.write(
        "line.yaml", "ddc: {name: " + scene.table +
                         "}\nduration_s: 0.1\nprograms:\n  - {reference_id: \"0x4000\", exec: "
                         "[autopilot_basic, \"4000\"], name: \"a\\n\\r\\e[Kforged\"}\n");
    const Finished sut = run(scene.files, {"ddc-gateway", "run", config});
    INFO(sut.err);
    CHECK(sut.err.find("\n\\r\\x1b[Kforged: ") != std::string::npos);
    CHECK(first_control(sut.err) == -1);
}

TEST_CASE("a JUnit file has no character that XML does not allow") {
    const HostileFiles scene;
    const std::string junit = scene.files.path() / "junit.xml";
    const Finished sut = run(scene.files, {"ddc-gateway", "check", scene.files.path() / "run.csv",
                                           scene.files.path() / "limits.yaml", "--junit", junit});
    CHECK(sut.exit_code == 4);
    const std::string text = read_file(junit);
    CHECK(text.find("name=\"a\\x1b[31mred") != std::string::npos);
    CHECK(text.find("&#") == std::string::npos);  // the number of a forbidden character
    CHECK(first_control(text) == -1);
}

TEST_CASE("a text is printed visibly, and JSON has it unchanged") {
    const ScratchDirectory files;
    const HostileTable table("dynamic");
    CHECK(table.ddc(files, {"get", "0x0100"}).out.find("\\x1b[31mred\\x1b]0;owned\\x07\\r") == 0);
    CHECK(table.ddc(files, {"dump"}).err.find("\\x1b]0;owned") != std::string::npos);
    table.scratch.table().write(0x0101, std::string("\x1b[31m\x7f \xC2\x9B"));
    const Finished json = table.ddc(files, {"get", "0x0101", "--format", "json"});
    CHECK(nlohmann::json::parse(json.out)[0]["value"] == "\x1b[31m\x7f \xC2\x9B");
}

TEST_CASE("the gateway quotes a program's texts without their control characters") {
    for (const char* type : {"\x1b[31mhostile\x07", "dynamic"}) {
        const ScratchDirectory files;
        const HostileTable table(type);
        const auto config =
            files.write("run.yaml", "duration_s: 1\nddc: {name: " + table.scratch.options().name +
                                        "}\nprogram: {start_timeout_s: 5}\n");
        Command gateway(files, {"ddc-gateway", "run", config});
        std::atomic<bool> is_over{false};
        std::thread program([&] {
            while (!is_over) {
                table.scratch.table().write(0x4000, true);
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
            }
        });
        const Finished sut = gateway.finish();
        is_over = true;
        program.join();
        INFO(sut.err);
        CHECK(sut.exit_code == 1);
        CHECK(sut.err.find("cannot be used") != std::string::npos);
        CHECK(sut.err.find("\\x1b") != std::string::npos);
        CHECK(first_control(sut.err) == -1);
    }
}

TEST_CASE("outputs that were never written have no age") {
    const ScratchDirectory files;
    ddc::tests::ScratchTable table(0x4400);
    for (const ddc::Id id : {0x4003, 0x4006}) table.table().write(id, false);
    table.table().write(0x4001, std::string("basic"));
    table.table().write(0x4004, 0.0);
    table.table().write(0x4005, 0.0);
    table.table().write(0x4007, std::int32_t{10});
    table.table().write(0x4008, std::int32_t{40});
    const auto config =
        files.write("run.yaml", "mode: realtime\nddc: {name: " + table.options().name + "}\n");
    Command gateway(files, {"ddc-gateway", "run", config});
    gateway.wait_for_stderr("waiting for a program");
    table.table().write(0x4000, true);
    gateway.wait_for_stderr("outputs none yet");
    const Finished shown =
        run(files, {"ddc", "--name", table.options().name, "get", "0x3000/output_age"});
    CHECK(shown.exit_code == 1);
    CHECK(shown.err == "ddc: 0x3000/output_age: no data\n");
    gateway.signal(SIGINT);
    CHECK(gateway.finish().err.find("ms old") == std::string::npos);
}

}  // namespace terminal_text_test
