// SPDX-License-Identifier: MIT
#include "realtime/starvation.hpp"

#include <doctest/doctest.h>

namespace starvation_test {

using namespace gateway;
using namespace std::chrono_literals;
using Warnings = std::vector<std::string>;

/// A loop of 10 ms with SCHED_FIFO 20 that never sleeps on CPU 1, and a program and a vehicle that
/// may use both CPUs.
Placement scene() {
    Placement p;
    p.cpus = {0, 1};
    PlacedLoop loop;
    loop.name = "the loop";
    loop.placement = {20, {1}};
    loop.is_bound = true;
    loop.period = 10ms;
    loop.spin = 20ms;
    p.loops = {loop};
    p.partners = {{"the program (pid 7)", {0, {0, 1}}, false, "taskset -c {}"},
                  {"the vehicle (pid 8)", {0, {0, 1}}, false, "taskset -c {}"}};
    return p;
}

Warnings warnings_after(void (*change)(Placement&)) {
    Placement p = scene();
    change(p);
    return starvation_warnings(p);
}

bool has(const Warnings& warnings, const std::string& text) {
    for (const std::string& warning : warnings)
        if (warning.find(text) != std::string::npos) return true;
    return false;
}

/// Only that warning.
bool is_only(const Warnings& warnings, const std::string& text) {
    return warnings.size() == 1 && has(warnings, text);
}

TEST_CASE("a FIFO loop that never sleeps starves what may run on its CPU") {
    const Warnings all = starvation_warnings(scene());
    REQUIRE(all.size() == 2);
    CHECK(all[0] ==
          "the loop never sleeps with SCHED_FIFO 20 on CPU 1, where the program (pid 7) may run "
          "too and then gets no time: taskset -c 0, or reduce spin_us");
    CHECK(has(all, "where the vehicle (pid 8) may run too"));
}

TEST_CASE("there is no warning if nothing is starved") {
    struct Row {
        const char* why;
        void (*change)(Placement&);
    };
    for (const Row& row : {
             Row{"no priority", [](Placement& p) { p.loops[0].placement.priority = 0; }},
             Row{"it sleeps", [](Placement& p) { p.loops[0].spin = 0ms; }},
             Row{"it spins shortly", [](Placement& p) { p.loops[0].spin = 1ms; }},
             Row{"they are elsewhere",
                 [](Placement& p) {
                     for (auto& partner : p.partners) partner.placement.cpus = {0};
                 }},
             Row{"they have a higher priority",
                 [](Placement& p) {
                     for (auto& partner : p.partners) partner.placement.priority = 21;
                 }},
             Row{"there are none", [](Placement& p) { p.partners.clear(); }},
         })
        CHECK_MESSAGE(warnings_after(row.change).empty(), row.why);
}

TEST_CASE("the warning fits how a process shares the CPU, and how long the loop spins") {
    CHECK(is_only(warnings_after([](Placement& p) {
                      p.partners.pop_back();
                      p.partners[0].placement.cpus = {1};
                  }),
                  "where the program (pid 7) has to run: taskset -c 0"));
    CHECK(has(warnings_after([](Placement& p) { p.loops[0].spin = 3ms; }),
              "the loop spins for 60 % of the time with SCHED_FIFO 20 on CPU 1"));
    CHECK(is_only(warnings_after([](Placement& p) {
                      p.cpus = {1};
                      p.partners.pop_back();
                      p.partners[0].placement.cpus = {1};
                  }),
                  "reduce spin_us, since there is no other CPU"));
    CHECK(is_only(warnings_after([](Placement& p) {
                      p.partners.pop_back();
                      p.partners[0].placement.priority = 20;
                  }),
                  "the program (pid 7)"));
}

TEST_CASE("a FIFO loop that spins without `cpus` may take any CPU") {
    CHECK(is_only(warnings_after([](Placement& p) {
                      p.loops[0].is_bound = false;
                      p.loops[0].placement.cpus = {0, 1};
                  }),
                  "on any of the CPUs 0-1, so that it takes that of another process: set cpus"));
}

TEST_CASE("interrupts of the interface on the CPU of a loop that spins are named") {
    const auto interrupted_on = [](std::vector<int> cpus) {
        Placement p = scene();
        p.partners.clear();
        p.interface = "eth0";
        p.interrupt_cpus = std::move(cpus);
        return starvation_warnings(p);
    };
    CHECK(is_only(interrupted_on({0, 1}), "on CPU 1, which handles interrupts of eth0: write "));
    CHECK(interrupted_on({0}).empty());
    CHECK(interrupted_on({}).empty());
}

TEST_CASE("a FIFO loop that never sleeps is throttled by the kernel unless that is off") {
    const auto throttled = [](std::optional<std::int64_t> runtime_us,
                              std::chrono::nanoseconds spin = 20ms) {
        Placement p = scene();
        p.partners.clear();
        p.loops[0].spin = spin;
        p.rt_runtime_us = runtime_us;
        p.rt_period_us = 1'000'000;
        return starvation_warnings(p);
    };
    CHECK(is_only(throttled(950'000),
                  "the kernel stops it for 50 of every 1000 ms: sysctl "
                  "kernel.sched_rt_runtime_us=-1"));
    CHECK(throttled(-1).empty());
    CHECK(throttled(std::nullopt).empty());
    CHECK(throttled(950'000, 4ms).empty());
}

TEST_CASE("more spinning threads than CPUs are counted, whatever their priority") {
    const auto spinning = [](std::size_t loops, std::size_t programs) {
        Placement p = scene();
        p.loops[0].placement.priority = 0;
        p.loops.resize(loops, p.loops[0]);
        p.partners.resize(programs, p.partners[0]);
        for (auto& partner : p.partners) partner.spins = true;
        return starvation_warnings(p);
    };
    CHECK(spinning(1, 1).empty());
    CHECK(spinning(2, 0).empty());
    CHECK(is_only(spinning(1, 2),
                  "3 threads spin on 2 CPUs (the loop, the program (pid 7), the vehicle (pid 8)): "
                  "reduce spin_us, or DDC_SPIN_US of the programs"));
    CHECK(is_only(spinning(3, 0), "3 threads spin on 2 CPUs"));
}

TEST_CASE("another loop on the CPU of a loop that spins is starved too") {
    Placement p = scene();
    p.partners = {{"the loop of B", {10, {1}}, false, "write `cpus: [{}]` there"}};
    CHECK(is_only(starvation_warnings(p), "the loop of B has to run: write `cpus: [0]` there"));
}

}  // namespace starvation_test
