// SPDX-License-Identifier: MIT
#include "provenance.hpp"

#include "campaign/store/shard_writer.hpp"

#include <ddc/version.h>

#include <gnu/libc-version.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <ctime>
#include <fstream>

namespace gateway::campaign {
namespace {

std::string processor() {
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);)
        if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
    return "unknown";
}

std::string kernel() {
    utsname name{};
    ::uname(&name);
    return std::string(name.sysname) + " " + name.release;
}

std::string now() {
    const std::time_t time = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&time, &parts);
    char text[32] = "";
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

}  // namespace

std::string provenance() {
    nlohmann::ordered_json json{{"gateway", DDC_VERSION}, {"host", host_name()},
                                {"pid", ::getpid()},      {"processor", processor()},
                                {"kernel", kernel()},     {"glibc", ::gnu_get_libc_version()},
                                {"start", now()}};
    for (const char* name :
         {"SLURM_ARRAY_JOB_ID", "SLURM_ARRAY_TASK_ID", "SLURM_RESTART_COUNT", "PBS_ARRAY_INDEX",
          "SGE_TASK_ID", "LSB_JOBINDEX", "JOB_COMPLETION_INDEX", "OMPI_COMM_WORLD_RANK"})
        if (const char* const value = std::getenv(name)) json["engine"][name] = value;
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace gateway::campaign
