// SPDX-License-Identifier: MIT
// SOCKET ports between programs in separate processes, and to a UDP peer.
#include "scene.hpp"

#include "child.hpp"
#include "reference_files.hpp"
#include "skip.hpp"
#include "socket/udp_socket.hpp"

#include <ddc/interface/chunks.hpp>
#include <ddc/interface/layout.hpp>
#include <ddc/interface/parse.hpp>
#include <ddc/interface/program.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <thread>

namespace sockets_test {

using namespace std::chrono_literals;
using ddc::interface::Direction;
using tests::Command;
using tests::Finished;
using tests::Scene;
using tests::Trace;
namespace interface = ddc::interface;
namespace header = ddc::interface::header;

const std::string route = std::string(PROJECT_DIRECTORY) + "/programs/demo/route.csv";

ddc::Table open_table(const std::string& name) {
    ddc::TableOptions options;
    options.name = name;
    return ddc::Table::open_or_create(options);
}

/// Counts its cycles, sends each number, and reports received messages: their number, as set_gas in
/// thousandths, and the age of the last one in cycles, as set_braking in hundredths.
int counting_program(const std::string& table_name, ddc::Id reference_id) {
    ddc::Table table = open_table(table_name);
    interface::Program program(table, reference_id, "counting");
    const auto port = program.socket<std::int32_t>("net", Direction::io);
    const auto gas = program.output<double>("set_gas");
    const auto braking = program.output<double>("set_braking");
    program.publish();
    for (std::int32_t cycle = 0;;) {
        if (program.begin_cycle(ddc::Clock::now() + 100ms) != ddc::Status::ok) continue;
        const auto packets = program.received(port);
        program.set(gas, static_cast<double>(packets.size()) * 1e-3);
        if (!packets.empty()) program.set(braking, (cycle - packets.back().payload) * 1e-2);
        program.send(port, {"", cycle++});
        static_cast<void>(program.end_cycle());
    }
}

Finished run(const Scene& scene, const std::string& text) {
    const auto config =
        scene.scratch.write("run.yaml", "ddc: {name: " + scene.table + "}\n" + text);
    return tests::run(scene.scratch, {"ddc-gateway", "run", config, "--summary",
                                      scene.scratch.path() / "summary.json"});
}

nlohmann::json summary_of(const Scene& scene) {
    return nlohmann::json::parse(tests::read_file(scene.scratch.path() / "summary.json"));
}

TEST_CASE("a program that is connected to itself receives its messages after the delays") {
    const Scene scene;
    const tests::Child program([&] { return counting_program(scene.table, 0x4000); });
    const Finished result = run(
        scene,
        "duration_s: 1\ntrace: trace.csv\ntiming: {execution_time: constant}\n"
        "program: {name: me}\nsockets: {links: [{from: me.net, to: me.net, latency_s: 0.02}]}\n");
    INFO("standard error: " << result.err);
    REQUIRE(result.exit_code == 0);
    const Trace trace(scene.scratch.path() / "trace.csv");
    const auto age = trace.column("set_braking");
    REQUIRE(age.size() == 100);
    for (std::size_t i = 3; i < age.size(); ++i)
        CHECK(age[i] == doctest::Approx(
                            0.03));  // outputs take effect after a cycle, then the latency follows
    const auto sockets = summary_of(scene)["sockets"];
    REQUIRE(sockets.size() == 1);
    CHECK(sockets[0]["port"] == "net");
    CHECK(sockets[0]["sent"] == 100);
    CHECK(sockets[0]["delivered"] == 97);
    CHECK(sockets[0]["late"] == 0);
    CHECK(result.out.find("socket") != std::string::npos);
}

/// Three programs that are all connected; @return the text of their traces
std::string three_that_count(const std::string& order) {
    const Scene scene;
    std::vector<tests::Child> programs;
    for (const char place : order) {
        const ddc::Id id = 0x4000 + 0x1000 * (place - '0');
        programs.emplace_back([&scene, id] { return counting_program(scene.table, id); });
    }
    std::string text = "duration_s: 2\nprograms:\n";
    for (int i = 0; i < 3; ++i) {
        const std::string number = std::to_string(i);
        text += "  - {name: p" + number + ", reference_id: 0x" + std::to_string(4 + i) +
                "000, trace: t" + number + ".csv, timing: {execution_time: constant, " +
                "cycle_duration_s: 0.0" + std::to_string(1 + i) + "}}\n";
    }
    const Finished result = run(
        scene, text + "sockets: {broadcast: {port: net, latency_s: 0.015, loss: 0.3}, seed: 9}\n");
    INFO("standard error: " << result.err);
    REQUIRE(result.exit_code == 0);
    std::string all;
    for (int i = 0; i < 3; ++i)
        all += tests::read_file(scene.scratch.path() / ("t" + std::to_string(i) + ".csv"));
    for (const auto& program : summary_of(scene)["programs"]) {
        CHECK(program["sockets"][0]["lost"] > 0);
        all += program["sockets"].dump();
    }
    return all;
}

TEST_CASE("messages between programs repeat bit-identically, in any order of starting") {
    const std::string first = three_that_count("012");
    CHECK(first.size() > 10'000);
    CHECK(three_that_count("210") == first);
    CHECK(three_that_count("102") == first);
}

struct Platoon {
    std::array<std::vector<double>, 2> gaps_m;
    std::array<std::vector<double>, 2> speeds_mps;  ///< of the following car
    std::string traces;
    nlohmann::json programs;
};

/// Runs programs/platoon, whose last line is replaced.
Platoon platoon(const std::string& sockets) {
    const Scene scene;
    const std::array<std::string, 3> names{"leader", "second", "third"};
    std::string text = "duration_s: 60\nprograms:\n";
    for (int i = 0; i < 3; ++i)
        text += "  - {name: " + names[static_cast<std::size_t>(i)] + ", reference_id: 0x" +
                std::to_string(4 + i) + "000, exec: [platoon, \"" + std::to_string(4 + i) +
                "000\", \"" + std::to_string(i) +
                "\"], trace: " + names[static_cast<std::size_t>(i)] +
                ".csv,\n     timing: {execution_time: constant}, route: {file: " + route +
                "},\n     vehicle: {start: {x_m: " + std::to_string(40 - 15 * i) +
                ", y_m: 0, yaw_deg: 0}}}\n";
    const Finished result = run(scene, text + "sockets: " + sockets + "\n");
    INFO("standard error: " << result.err);
    REQUIRE(result.exit_code == 0);
    Platoon found;
    found.programs = summary_of(scene)["programs"];
    for (const std::string& name : names)
        found.traces += tests::read_file(scene.scratch.path() / (name + ".csv"));
    for (std::size_t i = 0; i < 2; ++i) {
        const Trace before(scene.scratch.path() / (names[i] + ".csv"));
        const Trace behind(scene.scratch.path() / (names[i + 1] + ".csv"));
        const auto x0 = before.column("x_m"), y0 = before.column("y_m");
        const auto x1 = behind.column("x_m"), y1 = behind.column("y_m");
        REQUIRE(x0.size() == x1.size());
        for (std::size_t k = 0; k < x0.size(); ++k)
            found.gaps_m[i].push_back(std::hypot(x0[k] - x1[k], y0[k] - y1[k]));
        for (const double kmh : behind.column("true_velocity"))
            found.speeds_mps[i].push_back(kmh / 3.6);
    }
    return found;
}

/// Gaps of the cars while they move: never closer than at standstill, never much more than desired.
void check_gaps(const Platoon& sut) {
    for (std::size_t i = 0; i < 2; ++i) {
        REQUIRE(sut.gaps_m[i].size() == 6000);
        for (std::size_t k = 1000; k < 6000; ++k) {
            const double wanted_m = 9 + 1.2 * sut.speeds_mps[i][k];
            CHECK(std::abs(sut.gaps_m[i][k] - wanted_m) < 5);
        }
    }
}

TEST_CASE("a platoon keeps its gaps with latency and loss, and repeats bit-identically") {
    const Platoon ideal = platoon("{broadcast: {port: convoy}}");
    check_gaps(ideal);
    const std::string bad = "{broadcast: {port: convoy, range_m: 100, latency_s: 0.1, loss: 0.4}}";
    const Platoon lossy = platoon(bad);
    check_gaps(lossy);
    CHECK(lossy.traces != ideal.traces);
    CHECK(lossy.programs[0]["sockets"][0]["lost"] > 300);  // of 600 beacons to each of two
    CHECK(platoon(bad).traces == lossy.traces);
}

TEST_CASE("a platoon without messages of its leader stays where it is") {
    const Platoon deaf = platoon("{broadcast: {port: convoy, range_m: 10}}");
    CHECK(deaf.gaps_m[0].back() > 100);
    CHECK(deaf.speeds_mps[0].back() < 0.1);
    CHECK(deaf.programs[1]["sockets"][0]["delivered"] == 0);
    CHECK(deaf.programs[1]["sockets"][0]["out_of_range"] > 1000);
}

TEST_CASE("a missing port, or one of other content, ends the run with the reason") {
    const auto error = [](const std::string& sockets) {
        const Scene scene;
        const tests::Child program([&] { return counting_program(scene.table, 0x4000); });
        const Finished result =
            run(scene, "duration_s: 1\nprogram: {name: me}\nsockets: " + sockets + "\n");
        CHECK(result.exit_code == 1);
        CHECK(scene.is_clean() == false);  // the program has the table open
        return result.err;
    };
    CHECK(
        error("{links: [{from: me.nett, to: me.net}]}")
            .find(
                "port nett: named in `sockets`, but the program has no SOCKET port of that name") !=
        std::string::npos);
    CHECK(error("{links: [{from: me.set_gas, to: me.net}]}").find("port set_gas: named in") !=
          std::string::npos);
}

/// Ends and restarts after a number of cycles, repeatedly.
int restarting_program(const std::string& table_name, int cycles) {
    ddc::Table table = open_table(table_name);
    for (;;) {
        interface::Program program(table, 0x4000, "restarting");
        const auto port = program.socket<std::int32_t>("net", Direction::io);
        program.output<double>("set_gas");
        program.publish();
        for (int cycle = 0; cycle < cycles;) {
            if (program.begin_cycle(ddc::Clock::now() + 100ms) != ddc::Status::ok) continue;
            program.send(port, {"", cycle++});
            static_cast<void>(program.end_cycle());
        }
    }
}

TEST_CASE("a program that restarts is connected again") {
    const Scene scene;
    const tests::Child program([&] { return restarting_program(scene.table, 40); });
    const Finished result =
        run(scene,
            "duration_s: 1\ntiming: {execution_time: constant}\n"
            "program: {name: me, on_loss: wait}\nsockets: {links: [{from: me.net, to: me.net}]}\n");
    INFO("standard error: " << result.err);
    CHECK(result.exit_code == 0);
    const auto summary = summary_of(scene);
    CHECK(summary["losses"] == 2);
    const auto& socket = summary["sockets"][0];
    CHECK(socket["sent"] >= 98);  // messages of its last cycle may have been lost with it
    CHECK(socket["delivered"] >= 96);
    CHECK(socket["unreadable"] == 0);
}

/// Plays the published network example in the table: broadcasts a number on its first socket, and
/// replies to those of others on its second with a twentieth of it.
class HandMadeProgram {
  public:
    HandMadeProgram(ddc::Table& table, ddc::Id reference_id, const std::string& text)
        : table_(table), reference_id_(reference_id) {
        interface::Warnings warnings;
        ports_ = interface::parse(text, warnings);
        const auto chunks = interface::split(text);
        layout_ = default_layout(ports_, static_cast<std::int64_t>(chunks.size()));
        write(header::running, true);
        write(header::interface_type, std::string("dynamic"));
        write(header::run_cycle_switch, false);
        write(header::execution_time, 0.0);
        for (std::size_t i = 0; i < chunks.size(); ++i)
            write(header::interface_string + static_cast<interface::Offset>(i), chunks[i]);
        for (std::size_t i = 0; i < ports_.ports.size(); ++i) write_port(i);
        write(header::description_size, static_cast<std::int32_t>(chunks.size()));
        write(header::slot_table_start, static_cast<std::int32_t>(layout_.slot_table_start));
    }

    [[noreturn]] void run() {
        for (std::int32_t number = 0;;) {
            bool is_asked = false;
            const ddc::Id run_cycle_switch = id(header::run_cycle_switch);
            static_cast<void>(table_.read(run_cycle_switch, is_asked));
            write(header::running, true);
            if (!is_asked) continue;
            answer();
            send(sock1, "ff02::1", number++);
            write(header::run_cycle_switch, false);
        }
    }

  private:
    static constexpr std::size_t sock1 = 12, sock2 = 13;

    ddc::Id id(interface::Offset offset) const {
        return reference_id_ + static_cast<ddc::Id>(offset);
    }
    template <class T>
    void write(interface::Offset offset, const T& value) {
        static_cast<void>(table_.write(id(offset), value));
    }
    void write_port(std::size_t i) {
        const interface::PortPlace& place = layout_.ports[i];
        write(layout_.slot_table_start + static_cast<interface::Offset>(i),
              static_cast<std::int32_t>(*place.offset));
        if (ports_.ports[i].port_type == interface::PortType::data) return;
        const std::array<std::int64_t, 6> descriptor{
            place.output_queue.slot_id, place.output_queue.max_entries, 0,
            place.input_queue.slot_id,  place.input_queue.max_entries,  0};
        for (std::size_t k = 0; k < descriptor.size(); ++k)
            write(*place.offset + static_cast<interface::Offset>(k),
                  static_cast<std::int32_t>(descriptor[k]));
    }
    void answer() {
        const interface::PortPlace& place = layout_.ports[sock1];
        std::int32_t count = 0, number = 0;
        std::string from;
        const interface::Offset input_count = *place.offset + interface::socket_entry::input_count;
        static_cast<void>(table_.read(id(input_count), count));
        for (std::int32_t i = 0; i < count; ++i) {
            const interface::Offset packet = place.input_queue.slot_id + interface::Offset {
                2
            } * i;
            static_cast<void>(table_.read(id(packet), from));
            static_cast<void>(table_.read(id(packet + 1), number));
            send(sock2, from, number * 0.05);
        }
        write(input_count, std::int32_t{0});
        write(*layout_.ports[sock2].offset + interface::socket_entry::input_count, std::int32_t{0});
    }
    template <class T>
    void send(std::size_t port, const std::string& to, const T& value) {
        const interface::PortPlace& place = layout_.ports[port];
        const interface::Offset entry = *place.offset + interface::socket_entry::output_count;
        std::int32_t count = 0;
        static_cast<void>(table_.read(id(entry), count));
        const interface::Offset packet = place.output_queue.slot_id + interface::Offset {
            2
        } * count;
        write(packet, to);
        write(packet + 1, value);
        write(entry, count + 1);
    }

    ddc::Table& table_;
    ddc::Id reference_id_;
    interface::ProgramInterface ports_;
    interface::Layout layout_;
};

TEST_CASE("the sockets of the published network example are connected") {
    const char* const file = "network_example_v1_sockets.json";
    const auto text = tests::reference_file(file);
    if (!text) TEST_SKIPPED(tests::absent(file));
    const Scene scene;
    std::vector<tests::Child> programs;
    for (const ddc::Id reference_id : {0x4000, 0x5000})
        programs.emplace_back([&scene, &text, reference_id]() -> int {
            ddc::Table table = open_table(scene.table);
            HandMadeProgram(table, reference_id, *text).run();
        });
    const std::string timing = "timing: {execution_time: constant}";
    const Finished result =
        run(scene, "duration_s: 0.5\nprograms:\n  - {name: a, address: 10.0.0.1, " + timing +
                       "}\n  - {name: b, address: 10.0.0.2, reference_id: 0x5000, " + timing +
                       "}\nsockets:\n  broadcast: {port: net_sock1}\n"
                       "  links: [{from: a.net_sock2, to: b.net_sock2},"
                       " {from: b.net_sock2, to: a.net_sock2}]\n");
    INFO("standard error: " << result.err);
    REQUIRE(result.exit_code == 0);
    for (const auto& program : summary_of(scene)["programs"]) {
        CHECK(program["sockets"][0]["port"] == "net_sock1");
        CHECK(program["sockets"][0]["sent"] == 50);
        CHECK(program["sockets"][0]["delivered"] == 49);
        CHECK(program["sockets"][1]["sent"] == 49);
        CHECK(program["sockets"][1]["delivered"] == 48);
        CHECK(program["sockets"][1]["no_receiver"] == 0);
    }
}

TEST_CASE("in realtime mode a UDP peer exchanges messages with a program") {
    const Scene scene;
    const tests::Child program([&] { return counting_program(scene.table, 0x4000); });
    const gateway::UdpSocket peer(gateway::make_endpoint("127.0.0.1", 0));
    const std::uint16_t gateway_port =
        gateway::UdpSocket(gateway::make_endpoint("127.0.0.1", 0)).local().port;
    const auto config = scene.scratch.write(
        "run.yaml", "mode: realtime\nddc: {name: " + scene.table +
                        "}\nprogram: {name: me}\nsockets: {udp: [{socket: me.net, send_port: " +
                        std::to_string(peer.local().port) +
                        ", receive_port: " + std::to_string(gateway_port) + "}]}\n");
    Command gateway(scene.scratch, {"ddc-gateway", "run", config, "--summary",
                                    scene.scratch.path() / "summary.json"});
    const gateway::Endpoint to = gateway::make_endpoint("127.0.0.1", gateway_port);
    const auto deadline = ddc::Clock::now() + 30s;
    int heard = 0;
    std::int32_t last = -1;
    bool grows = true;
    while (heard < 20 && ddc::Clock::now() < deadline) {
        std::array<std::byte, 64> data{};
        gateway::Endpoint from;
        const auto size = peer.receive(data.data(), data.size(), from);
        if (!size) {
            std::this_thread::yield();
            continue;
        }
        REQUIRE(*size == 4);
        CHECK(from == to);
        std::int32_t value = 0;
        for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<std::int32_t>(data[i]);
        grows = grows && value > last;
        last = value;
        ++heard;
        peer.send(to, data.data(), 4);
        peer.send(to, data.data(), 5);
        peer.send(to, data.data(), 3);
    }
    CHECK(heard == 20);
    CHECK(grows);
    gateway.signal(SIGINT);
    const Finished result = gateway.finish();
    INFO("standard error: " << result.err);
    const auto sockets = summary_of(scene)["sockets"];
    CHECK(sockets[0]["sent"] >= 20);
    CHECK(sockets[0]["delivered"] > 0);
    CHECK(sockets[0]["oversized"] > 0);
    CHECK(sockets[0]["unreadable"] > 0);
}

}  // namespace sockets_test
