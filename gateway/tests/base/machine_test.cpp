// SPDX-License-Identifier: MIT
#include "machine/cpu_list.hpp"
#include "machine/facts.hpp"
#include "machine/interface.hpp"

#include "scratch_folder.hpp"

#include <doctest/doctest.h>

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace machine_test {

using gateway::Fact;
using gateway::LoopNeeds;
using gateway::Machine;
using gateway::MachineTree;
using gateway::Rating;
using Cpus = std::vector<int>;

MachineTree recorded(const std::string& name) {
    return MachineTree(PROJECT_DIRECTORY "/tests/data/machines/" + name);
}

std::vector<Fact> facts_in(const std::string& name, const LoopNeeds& needs = {}) {
    return facts_of(read_machine(recorded(name), needs.interface), needs);
}

/// "found (rating)" of one fact.
std::string fact(const std::vector<Fact>& facts, const std::string& name) {
    const auto found = std::find_if(facts.begin(), facts.end(),
                                    [&name](const Fact& each) { return each.name == name; });
    if (found == facts.end()) return "no such fact";
    CHECK((found->rating == Rating::poor) == !found->advice.empty());
    return found->found + " (" + name_of(found->rating) + ')';
}

TEST_CASE("a list of CPUs is read as the kernel writes it") {
    CHECK(gateway::read_cpu_list("0-3,8\n") == Cpus{0, 1, 2, 3, 8});
    CHECK(gateway::read_cpu_list("8,0") == Cpus{0, 8});
    CHECK(gateway::read_cpu_list("") == Cpus{});
    CHECK(gateway::read_cpu_list("(null)") == Cpus{});
    for (const char* wrong : {"a", "1-", "-1", "3-1", "1,,2", "0-99999999999", "9000", "1;2"})
        CHECK_MESSAGE(!gateway::read_cpu_list(wrong), wrong);
}

TEST_CASE("a list of CPUs is written with ranges") {
    CHECK(gateway::cpu_list_text({0, 1, 2, 8}) == "0-2,8");
    CHECK(gateway::cpu_list_text({}) == "none");
    CHECK(gateway::has_cpus({0, 1, 2}, {1, 2}));
    CHECK_FALSE(gateway::has_cpus({0, 1, 2}, {}));
    CHECK_FALSE(gateway::has_cpus({0, 1}, {1, 2}));
}

TEST_CASE("a tuned machine has only good facts for a loop on its isolated CPUs") {
    LoopNeeds needs;
    needs.cpus = {2, 3};
    needs.priority = 80;
    needs.spins = true;
    needs.interface = "enp1s0";
    for (const Fact& each : facts_in("tuned", needs))
        CHECK_MESSAGE(each.rating == Rating::good, each.name, ": ", each.found);
    needs.cpus = {1};
    const auto facts = facts_in("tuned", needs);
    CHECK(fact(facts, "isolcpus") == "2-3 (poor)");
    CHECK(fact(facts, "interrupts of enp1s0") == "on 0-1 (poor)");
}

TEST_CASE("a desktop has the facts that delay a loop") {
    LoopNeeds needs;
    needs.priority = 20;
    needs.spins = true;
    needs.interface = "enp2s0";
    const auto facts = facts_in("desktop", needs);
    CHECK(fact(facts, "kernel") == "6.1.0-31-amd64 (good)");
    CHECK(fact(facts, "PREEMPT_RT") == "no (preemption: PREEMPT_DYNAMIC) (poor)");
    CHECK(fact(facts, "isolcpus") == "none (poor)");
    CHECK(fact(facts, "nohz_full") == "none (poor)");
    CHECK(fact(facts, "frequency governor") == "powersave, schedutil (poor)");
    CHECK(fact(facts, "idle states") == "C2, 400 us to wake up (poor)");
    CHECK(fact(facts, "SMT siblings") == "one core: 0-1; 2-3 (poor)");
    CHECK(fact(facts, "sched_rt_runtime_us") == "950000 of 1000000 (poor)");
    CHECK(fact(facts, "RLIMIT_RTPRIO") == "0 (poor)");
    CHECK(fact(facts, "RLIMIT_MEMLOCK") == "8192 KiB (poor)");
    CHECK(fact(facts, "transparent huge pages") == "always (poor)");
    CHECK(fact(facts, "clock source") == "hpet (poor)");
    CHECK(fact(facts, "/dev/cpu_dma_latency") == "not available (unknown)");
    CHECK(fact(facts, "interrupts of enp2s0") == "on 0-3 (good)");
}

TEST_CASE("deep idle states are fine if the loop keeps the CPUs awake, and may") {
    LoopNeeds needs;
    Machine machine;
    machine.cpus = {{0, std::nullopt, {{"C6", 133, false}}, {}}};
    CHECK(fact(facts_of(machine, needs), "idle states") == "C6, 133 us to wake up (poor)");
    needs.keeps_awake = true;
    CHECK(fact(facts_of(machine, needs), "idle states") == "C6, 133 us to wake up (poor)");
    machine.may_set_dma_latency = true;
    CHECK(fact(facts_of(machine, needs), "idle states") == "C6, 133 us to wake up (good)");
}

TEST_CASE("a container without /sys has facts that are not available") {
    const auto facts = facts_in("container");
    CHECK(fact(facts, "PREEMPT_RT") == "no (preemption: none) (poor)");
    CHECK(fact(facts, "virtual machine") == "yes (poor)");
    CHECK(fact(facts, "CPUs") == "0-1 online, 1 allowed (poor)");
    CHECK(fact(facts, "nohz_full") == "1 (good)");
    CHECK(fact(facts, "frequency governor") == "not available (unknown)");
    CHECK(fact(facts, "idle states") == "not available (unknown)");
    CHECK(fact(facts, "RLIMIT_RTPRIO") == "99 (good)");
    CHECK(fact(facts, "RLIMIT_MEMLOCK") == "unlimited (good)");
    CHECK(fact(facts, "clock source") == "not available (unknown)");
}

TEST_CASE("broken files are not available") {
    LoopNeeds needs;
    needs.interface = "eth0";
    for (const Fact& each : facts_in("hostile", needs))
        if (each.name != "CPUs" && each.name != "rcu_nocbs")
            CHECK_MESSAGE(each.found == "not available", each.name, ": ", each.found);
    for (const char* name : {"", "..", "../eth0", "no_such_interface"})
        CHECK_FALSE(read_machine(recorded("hostile"), name).interrupt_cpus);
}

TEST_CASE("an empty root has no facts, and no CPU") {
    const Machine machine = read_machine(MachineTree("/no_such_folder"), "eth0");
    CHECK(machine.cpus.empty());
    for (const Fact& each : facts_of(machine))
        CHECK_MESSAGE(each.found == "not available", each.name);
}

TEST_CASE("files without an end, without a writer or with long lines are read within bounds") {
    const tests::ScratchFolder folder;
    const std::filesystem::path top = folder.path();
    std::ofstream(top / "huge") << std::string(1 << 20, 'x');
    std::ofstream(top / "long") << std::string(2000, 'x') << '\n';
    REQUIRE(::mkfifo((top / "fifo").c_str(), 0600) == 0);
    std::filesystem::create_symlink("/dev/zero", top / "endless");
    std::filesystem::create_symlink("circle", top / "circle");
    const MachineTree sut(top);
    CHECK(sut.text("huge")->size() == 65536);
    CHECK(sut.text("huge", 10) == std::string(10, 'x'));
    for (const char* name : {"long", "fifo", "endless", "circle", "."}) CHECK_FALSE(sut.line(name));
}

TEST_CASE("this machine has a kernel and CPUs") {
    const Machine machine = read_machine(MachineTree());
    CHECK(machine.kernel);
    CHECK_FALSE(machine.cpus.empty());
    CHECK(gateway::interface_to("127.0.0.1") == "lo");
    CHECK(gateway::interface_to("no address").empty());
}

}  // namespace machine_test
