// SPDX-License-Identifier: MIT
// The programs of this project are templates for others: each must accept any values that a process
// may write into the table, and end as the protocol requires.
#include "command.hpp"

#include "config/load_run_config.hpp"
#include "cycle/measured_cycle.hpp"
#include "cycle/program_connection.hpp"
#include "network/socket_description.hpp"
#include "watchdog.hpp"

#include <ddc/group.hpp>
#include <ddc/inspect.hpp>
#include <ddc/interface/layout.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>

namespace program_inputs_test {

using gateway::CycleStatus;
using tests::Command;
using Numbers = std::numeric_limits<double>;

constexpr ddc::Id running = 0x4000;

/// The ports with custom names in the file of an example.
gateway::ProgramOptions options_of(const std::string& program) {
    if (program != "limiter") return {};
    const auto programs = std::filesystem::path(PROJECT_DIRECTORY) / "programs";
    return gateway::load_run_config(programs / "limiter/limiter.yaml").programs[0].options;
}

/// A program in a separate process, and the gateway's side of its table.
class Started {
  public:
    explicit Started(std::vector<std::string> command)
        : name_(command[0]),
          table_(ddc::Table::create(options())),
          program(scratch, std::move(command), {{"DDC_NAME", table_.name()}}),
          link(gateway::ProgramPeer{table_, options_of(name_), nullptr, stop_,
                                    [](const std::string&) {}},
               "measured") {
        REQUIRE(link.connect(ddc::Clock::now() + std::chrono::seconds(20)));
        set_all(1);
    }
    ~Started() { ddc::remove_table(table_.name(), ddc::Removal::always); }
    Started(const Started&) = delete;
    Started& operator=(const Started&) = delete;

    std::size_t inputs() { return link.inputs().names.size(); }
    const std::string& name(std::size_t input) { return link.inputs().names[input]; }
    void set(std::size_t input, double value) {
        gateway::store_number(link.inputs().group, input, value);
    }
    void set_all(double value) {
        for (std::size_t i = 0; i < inputs(); ++i) set(i, value);
    }
    /// A cycle after which every output is finite.
    void check_cycle() {
        REQUIRE(link.write_inputs() == ddc::Status::ok);
        const auto end =
            gateway::run_measured_cycle(link.peer(), link.header_writes(), delta_s, answers_);
        INFO(end.reason);
        REQUIRE(end.status == CycleStatus::ok);
        ddc::Group& group = link.outputs().group;
        REQUIRE(table_.read(group) == ddc::Status::ok);
        for (std::size_t i = 0; i < group.size(); ++i) {
            CAPTURE(link.outputs().names[i]);
            CHECK(std::isfinite(gateway::number_at(group, i)));
        }
    }
    /// The value of an output in the last cycle.
    double given(const std::string& output) {
        const std::vector<std::string>& names = link.outputs().names;
        const auto found = std::find(names.begin(), names.end(), output);
        REQUIRE(found != names.end());
        return gateway::number_at(link.outputs().group,
                                  static_cast<std::size_t>(found - names.begin()));
    }
    ddc::Table& table() { return table_; }
    bool is_running() {
        bool value = false;
        REQUIRE(table_.read(running, value) == ddc::Status::ok);
        return value;
    }
    double delta_s = 0.01;

  private:
    ddc::TableOptions options() const {
        ddc::TableOptions result;
        result.name = "test." + scratch.path().filename().string();
        return result;
    }

    tests::Watchdog watchdog_;
    tests::ScratchDirectory scratch;
    std::string name_;
    ddc::Table table_;
    std::atomic<bool> stop_{false};

  public:
    Command program;
    gateway::ProgramConnection link;

  private:
    gateway::AnswerWatch answers_;
};

std::vector<std::vector<std::string>> programs() {
    return {{"autopilot", "ddc", "4000"},    {"autopilot_basic", "4000"},
            {"autopilot_actuation", "4000"}, {"cruise", "4000"},
            {"high_level", "4000"},          {"limiter", "4000"},
            {"platoon", "4000", "0"},        {"platoon", "4000", "1"},
            {"template_c_program", "4000"},  {"template_cpp_program", "4000"}};
}

TEST_CASE("no number in the inputs makes a program crash, or give values that are not finite") {
    for (const auto& command : programs()) {
        CAPTURE(command[0]);
        Started started(command);
        for (std::size_t i = 0; i < started.inputs(); ++i) {
            CAPTURE(started.name(i));
            for (const double value : {Numbers::quiet_NaN(), Numbers::infinity(), 1e308, -1e308,
                                       2147483647.0, -2147483648.0, 11.0, -1.0}) {
                CAPTURE(value);
                started.set(i, value);
                started.check_cycle();
            }
            started.set(i, 1);
        }
        for (const double value : {Numbers::quiet_NaN(), Numbers::infinity(), -1.0, 1e308}) {
            CAPTURE(value);
            started.delta_s = value;
            started.check_cycle();
        }
        started.delta_s = 0.01;
        for (const double value : {1e308, 1e3, 0.0}) {
            CAPTURE(value);
            started.set_all(value);
            started.check_cycle();
        }
    }
}

/// The SOCKET port `convoy` of a car of the platoon, from the other side.
class Convoy {
  public:
    explicit Convoy(Started& car) : car_(car) {
        const auto& ports = car.link.description().ports.ports;
        const auto found = std::find_if(ports.begin(), ports.end(),
                                        [](const auto& port) { return port.name == "convoy"; });
        REQUIRE(found != ports.end());
        place_ =
            car.link.description().layout.ports[static_cast<std::size_t>(found - ports.begin())];
        REQUIRE(place_.offset);
        REQUIRE(gateway::read_queues(car.table(), running, *found, place_).empty());
    }

    /// A beacon of a car 50 m ahead.
    void send(std::int32_t from_place, double sent_s) {
        ddc::Group packet;
        ddc::Id id = id_of(place_.input_queue.slot_id);
        packet.set(packet.add(id++, ddc::Type::string), std::string("car"));
        packet.set(packet.add(id++, ddc::Type::int32), from_place);
        for (const double value : {sent_s, 50.0, 0.0, 5.0})
            packet.set(packet.add(id++, ddc::Type::real64), value);
        packet.set(
            packet.add(count_of(ddc::interface::socket_entry::input_count), ddc::Type::int32),
            std::int32_t{1});
        REQUIRE(car_.table().write(packet) == ddc::Status::ok);
    }
    /// The time at which the car sent its last beacon; the next may follow.
    double take_sent_s() {
        double sent_s = -1;
        REQUIRE(car_.table().read(id_of(place_.output_queue.slot_id + 2), sent_s) ==
                ddc::Status::ok);
        REQUIRE(car_.table().write(count_of(ddc::interface::socket_entry::output_count),
                                   std::int32_t{0}) == ddc::Status::ok);
        return sent_s;
    }

  private:
    ddc::Id id_of(ddc::interface::Offset offset) const {
        return running + static_cast<ddc::Id>(offset);
    }
    ddc::Id count_of(std::int32_t entry) const { return id_of(*place_.offset + entry); }

    Started& car_;
    ddc::interface::PortPlace place_;
};

/// A straight road along x that begins at the car.
void set_road(Started& car) {
    car.set_all(0);
    double x_m = 0;
    for (std::size_t i = 0; i < car.inputs(); ++i) {
        if (car.name(i) == "trajectory_length") car.set(i, 10);
        if (car.name(i).rfind("trajectory_x", 0) == 0) car.set(i, x_m += 20);
    }
}

TEST_CASE("a beacon from the future does not prevent a car of a platoon from following") {
    Started car({"platoon", "4000", "1"});
    set_road(car);
    Convoy convoy(car);
    for (const double sent_s : {1e300, Numbers::infinity(), 60.0}) {
        CAPTURE(sent_s);
        convoy.send(0, sent_s);
        car.check_cycle();
        CHECK(car.given("set_gas") == 0);
    }
    convoy.send(0, 0.02);
    for (int i = 0; i < 10; ++i) car.check_cycle();  // it releases its brake first
    CHECK(car.given("set_gas") > 0);
}

TEST_CASE("no elapsed time puts the clock of a car out of range") {
    Started car({"platoon", "4000", "0"});
    set_road(car);
    Convoy convoy(car);
    car.check_cycle();
    CHECK(convoy.take_sent_s() < 1);
    for (const double delta_s : {1e308, 1e6, Numbers::infinity(), -1e308, 0.01}) {
        car.delta_s = delta_s;
        car.check_cycle();
    }
    for (int i = 0; i < 20; ++i) {
        car.check_cycle();
        CHECK(convoy.take_sent_s() < 1);
    }
}

/// The groups of entries of table_vehicle, as docs/reference/ddc-vehicle.md has them.
struct TableVehicle {
    static constexpr ddc::Id at = 0x6000, speed = at + 16 + 5, brake = at + 3;

    explicit TableVehicle(const std::string& name) {
        ddc::TableOptions options;
        options.name = name;
        table.emplace(ddc::Table::create(options));
    }
    ~TableVehicle() { ddc::remove_table(table->name(), ddc::Removal::always); }
    TableVehicle(const TableVehicle&) = delete;
    TableVehicle& operator=(const TableVehicle&) = delete;

    void press(double throttle, double braking) {
        ddc::Group command;
        command.set(command.add(at + 2, ddc::Type::real64), throttle);
        command.set(command.add(brake, ddc::Type::real64), braking);
        REQUIRE(table->write(command) == ddc::Status::ok);
    }
    double speed_mps() {
        double value = 0;
        static_cast<void>(table->read(speed, value));
        return value;
    }

    std::optional<ddc::Table> table;
};

TEST_CASE("a brake that is not a number stops the vehicle of a table") {
    const tests::Watchdog watchdog;
    for (const double brake : {Numbers::quiet_NaN(), Numbers::infinity()}) {
        CAPTURE(brake);
        const tests::ScratchDirectory scratch;
        TableVehicle sut("test." + scratch.path().filename().string());
        const Command program(scratch, {"table_vehicle", "6000"},
                              {{"DDC_NAME", sut.table->name()}});
        sut.press(1, 0);
        tests::await([&] { return sut.speed_mps() > 0.5; });
        sut.press(1, brake);
        tests::await([&] { return sut.speed_mps() <= 0; });
    }
}

TEST_CASE("a program that is asked to end sets running to false") {
    for (const auto& command : programs()) {
        for (const int number : {SIGTERM, SIGINT}) {
            CAPTURE(command[0]);
            CAPTURE(number);
            Started started(command);
            REQUIRE(started.is_running());
            started.program.signal(number);
            CHECK(started.program.finish().exit_code == 0);
            CHECK_FALSE(started.is_running());
        }
    }
}

TEST_CASE("a program rejects an invalid reference id") {
    const tests::Watchdog watchdog;
    auto commands = programs();
    commands.push_back({"table_vehicle", "6000"});
    for (auto command : commands) {
        for (const char* text : {"", "3fff", "4000x", "-4000", "100004000", "7fffffff", "route"}) {
            CAPTURE(command[0]);
            CAPTURE(text);
            command[command[0] == "autopilot" ? 2 : 1] = text;
            const tests::ScratchDirectory scratch;
            CHECK(tests::run(scratch, command).exit_code > 0);
        }
    }
}

}  // namespace program_inputs_test
