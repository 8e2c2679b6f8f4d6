// SPDX-License-Identifier: MIT
// The polling loop of real programs, unchanged, on DdcWrapper, with a gateway that waits.
#include "child.hpp"
#include "shared.hpp"
#include "watchdog.hpp"

#include <ddc/cppwrapper/ddcwrapper.h>
#include <ddc/table.hpp>

#include <doctest/doctest.h>

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>

namespace polling_program_test {

using ddc::Clock;
using ddc::Status;
using ddc::Table;
using dsa::cpp::ddc::DdcWrapper;
using tests::Child;

constexpr int running = 0x4000, interface_type = 0x4001, run_cycle_switch = 0x4003,
              delta_sec = 0x4004, simulation_running = 0x4006;
constexpr int flag_input = 0x400A, input = 0x400B, output = 0x4028;

struct Counters {
    std::atomic<std::uint64_t> polls{0};
    std::atomic<std::uint64_t> cycles{0};
};

volatile std::sig_atomic_t stop_requested = 0;

/// The calls of a real program's loop.
int run_program(Counters& counters) {
    struct sigaction action {};
    action.sa_handler = [](int) { stop_requested = 1; };
    ::sigaction(SIGTERM, &action, nullptr);
    DdcWrapper ddc;
    ddc.saveDataString(interface_type, "dynamic");
    ddc.saveDataBool(run_cycle_switch, false);
    ddc.saveDataBool(simulation_running, false);
    ddc.saveDataBool(flag_input, false);
    ddc.saveDataDouble(input, 0);
    ddc.saveDataBool(running, true);
    while (!stop_requested) {
        bool run_cycle = false, sim_running = false, flag = false;
        ddc.readDataBool(run_cycle_switch, run_cycle);
        ddc.readDataBool(simulation_running, sim_running);
        if (!run_cycle && !sim_running) {
            ++counters.polls;
            ::usleep(10 * 1000);
            ddc.saveDataBool(running, true);
            continue;
        }
        double value = 0, delta_s = 0;
        ddc.readDataBool(flag_input, flag);
        ddc.readDataDouble(input, value);
        ddc.readDataDouble(delta_sec, delta_s);
        ddc.saveDataDouble(output, flag ? -value : value);
        if (run_cycle) ddc.saveDataBool(run_cycle_switch, false);
        ++counters.cycles;
    }
    return 0;
}

struct Gateway {
    explicit Gateway(const char* assist_us = nullptr) {
        ::setenv("DDC_NAME", ("test.polling." + std::to_string(::getpid())).c_str(), 1);
        assist_us != nullptr ? ::setenv("DDC_POLL_ASSIST_US", assist_us, 1)
                             : ::unsetenv("DDC_POLL_ASSIST_US");
        table.emplace(Table::open_or_create());
        program.emplace([this] { return run_program(*counters); });
        wait_for(running, true);
    }
    ~Gateway() { ::shm_unlink(("/ddc." + table->name()).c_str()); }

    void set(int id, bool value) { REQUIRE(table->write(id, value) == Status::ok); }
    void wait_for(int id, bool wanted) {
        REQUIRE(table->wait_until<bool>(
                    id, [wanted](bool value) { return value == wanted; },
                    Clock::now() + std::chrono::seconds(20)) == Status::ok);
    }
    /// Runs cycles as in measured mode. @return how often the program slept
    std::uint64_t run_cycles(int count) {
        const std::uint64_t before = counters->polls;
        for (int cycle = 1; cycle <= count; ++cycle) {
            set(flag_input, cycle % 2 == 1);
            REQUIRE(table->write(input, static_cast<double>(cycle)) == Status::ok);
            set(run_cycle_switch, true);
            wait_for(run_cycle_switch, false);
            double answer = 0;
            REQUIRE(table->read(output, answer) == Status::ok);
            REQUIRE(answer == (cycle % 2 == 1 ? -cycle : cycle));
        }
        return counters->polls - before;
    }
    /// Waits until the program has polled in vain a few more times.
    void await_polls(std::uint64_t rounds) {
        const std::uint64_t before = counters->polls;
        tests::await([&] { return counters->polls >= before + rounds; });
    }
    void await_sleep() const {
        tests::await([&] {
            std::ifstream stat("/proc/" + std::to_string(program->pid()) + "/stat");
            std::string text;
            std::getline(stat, text);
            return text.find(") S ") != std::string::npos;
        });
    }

    tests::Watchdog watchdog;
    tests::Shared<Counters> counters;
    std::optional<Table> table;
    std::optional<Child> program;
};

TEST_CASE("an unchanged polling program loses its 10 ms a cycle in measured mode") {
    Gateway gateway;
    gateway.await_polls(3);
    CHECK(gateway.run_cycles(1000) < 500);
}

TEST_CASE("with DDC_POLL_ASSIST_US=0 it sleeps between polls as before") {
    using namespace std::chrono_literals;
    constexpr int cycles = 20;
    Gateway gateway("0");
    gateway.await_polls(3);
    const auto start = Clock::now();
    for (int cycle = 0; cycle < cycles; ++cycle) {
        gateway.await_polls(1);  // followed by a sleep of 10 ms, whatever is requested meanwhile
        gateway.run_cycles(1);
    }
    CHECK(Clock::now() - start >= (cycles - 1) * 10ms);
}

TEST_CASE("in realtime mode a program computes once for each snapshot of its inputs") {
    using namespace std::chrono_literals;
    constexpr int snapshots = 100;
    Gateway gateway;
    gateway.await_polls(3);
    const std::uint64_t before = gateway.counters->cycles;
    std::uint64_t held_up = 0;
    for (std::uint64_t i = 1; i <= snapshots; ++i) {
        const auto start = Clock::now(), next = start + 5ms;
        REQUIRE(gateway.table->write(delta_sec, 0.005) == Status::ok);
        gateway.set(simulation_running, true);
        tests::await([&] { return gateway.counters->cycles >= before + i; });
        tests::await([&] { return Clock::now() >= next; });
        held_up += static_cast<std::uint64_t>((Clock::now() - start) / 20ms);
    }
    // More only if the machine delayed this loop for four periods.
    CHECK(gateway.counters->cycles - before <= snapshots * 12 / 10 + held_up);
}

TEST_CASE("in realtime mode without delta_sec a program is delayed only at the start") {
    Gateway gateway("100000");
    gateway.await_polls(3);
    gateway.set(simulation_running, true);
    tests::await([&] { return gateway.counters->cycles > 0; });
    const std::uint64_t before = gateway.counters->cycles;
    for (int answered = 0; answered < 20; ++answered) {  // with run_cycle_switch up or down
        gateway.set(run_cycle_switch, true);
        gateway.wait_for(run_cycle_switch, false);
    }
    tests::await([&] { return gateway.counters->cycles > before + 5000; });  // with a wait: 500 s
}

// The longest wait is a second. The fastest of some rounds shows that it was ended: a busy machine
// delays others.

TEST_CASE("any flag that is polled ends the wait for the others") {
    Gateway gateway("1000000");
    auto fastest = Clock::duration::max();
    for (int round = 0; round < 5; ++round) {
        gateway.await_polls(1);
        gateway.await_sleep();
        const std::uint64_t before = gateway.counters->cycles;
        const auto start = Clock::now();
        gateway.set(simulation_running, true);
        tests::await([&] { return gateway.counters->cycles > before; });
        fastest = std::min(fastest, Clock::now() - start);
        gateway.set(simulation_running, false);
    }
    CHECK(fastest < std::chrono::milliseconds(500));
}

TEST_CASE("a signal ends the wait, and the program") {
    auto fastest = Clock::duration::max();
    for (int round = 0; round < 3; ++round) {
        Gateway gateway("1000000");
        gateway.await_polls(2);
        gateway.await_sleep();
        const auto start = Clock::now();
        gateway.program->signal(SIGTERM);
        CHECK(gateway.program->wait() == 0);
        fastest = std::min(fastest, Clock::now() - start);
    }
    CHECK(fastest < std::chrono::milliseconds(500));
}

}  // namespace polling_program_test
