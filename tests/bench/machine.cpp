// SPDX-License-Identifier: MIT
#include "machine.hpp"

#include <nlohmann/json.hpp>

#include <sched.h>
#include <sys/utsname.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace bench {
namespace {

constexpr const char* flags_that_matter[] = {"sse2",     "avx2",     "fma",       "avx512f",
                                             "avx512dq", "avx512vl", "pclmulqdq", "constant_tsc"};

/// The value of the first line `key : value` of /proc/cpuinfo.
std::string cpuinfo(const std::string& key) {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos) continue;
        const std::size_t end = line.find_last_not_of(" \t", colon - 1);
        if (line.substr(0, end + 1) == key && colon + 2 <= line.size())
            return line.substr(colon + 2);
    }
    return "";
}

std::string first_line(const char* path) {
    std::string line;
    std::ifstream file(path);
    std::getline(file, line);
    return line;
}

std::string kernel() {
    utsname names{};
    ::uname(&names);
    return std::string(names.sysname) + " " + names.release;
}

unsigned usable_cores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    ::sched_getaffinity(0, sizeof(set), &set);
    return static_cast<unsigned>(CPU_COUNT(&set));
}

}  // namespace

Machine this_machine() {
    Machine machine;
    machine.cpu = cpuinfo("model name");
    std::istringstream words(cpuinfo("flags"));
    const std::vector<std::string> all{std::istream_iterator<std::string>(words), {}};
    const auto has = [&](const char* flag) {
        return std::find(all.begin(), all.end(), flag) != all.end();
    };
    std::copy_if(std::begin(flags_that_matter), std::end(flags_that_matter),
                 std::back_inserter(machine.flags), has);
    machine.cores = usable_cores();
    machine.governor = first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    machine.kernel = kernel();
    machine.is_virtual = has("hypervisor");
    return machine;
}

nlohmann::ordered_json to_json(const Machine& machine) {
    return {{"cpu", machine.cpu},       {"flags", machine.flags},
            {"cores", machine.cores},   {"governor", machine.governor},
            {"kernel", machine.kernel}, {"virtual", machine.is_virtual}};
}

Machine machine_of(const nlohmann::json& object) {
    return {object.at("cpu"),      object.at("flags"),  object.at("cores"),
            object.at("governor"), object.at("kernel"), object.at("virtual")};
}

}  // namespace bench
