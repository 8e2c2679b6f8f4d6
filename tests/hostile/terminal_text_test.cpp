// SPDX-License-Identifier: MIT
// Texts that a program chose, shown by commands: none may reach a terminal as control characters.
#include "command.hpp"
#include "scratch_table.hpp"

#include <ddc/table.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <csignal>
#include <thread>

using namespace tests;

namespace {

/// Colours, a title, the cursor; then the same from C1, DEL, and bytes that are no UTF-8.
const std::string hostile =
    "\x1b[31mred\x1b]0;owned\x07\r\x1b[2J \xC2\x9B"
    "32m \x7f \x9b \xff";

/// Where the first control character is that a terminal would obey; -1 if there is none.
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

/// A table with a program whose texts are hostile.
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

}  // namespace

TEST_CASE("no verb of ddc lets a program's control characters through") {
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

TEST_CASE("what a text holds is seen, and JSON has it as it is") {
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

TEST_CASE("outputs that never were have no age") {
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
