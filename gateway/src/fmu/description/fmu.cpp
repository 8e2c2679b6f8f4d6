// SPDX-License-Identifier: MIT
#include "fmu.hpp"

#include "archive/archive.hpp"
#include "read_description.hpp"

#include <algorithm>

namespace gateway::fmu {
namespace {

const std::string binaries = "binaries/";

/// The name of this machine's processor in the platforms of FMI 3.0; empty if it has none.
std::string processor() {
#if defined(__x86_64__)
    return "x86_64";
#elif defined(__aarch64__)
    return "aarch64";
#else
    return "";
#endif
}

}  // namespace

Fmu load_fmu(const Archive& archive) {
    const std::string description = "modelDescription.xml",
                      terminals = "terminalsAndIcons/terminalsAndIcons.xml";
    const auto inside = [&](const std::string& entry) { return archive.name() + "/" + entry; };
    Fmu fmu;
    fmu.description =
        read_description(archive.read(description, most_xml_bytes), inside(description));
    if (archive.has(terminals))
        fmu.description.terminals =
            read_terminals(archive.read(terminals, most_xml_bytes), inside(terminals));
    for (const ArchiveEntry& entry : archive.entries()) fmu.entries.push_back(entry.name);
    return fmu;
}

std::vector<std::string> own_platforms(Version version) {
    std::vector<std::string> all{processor() + "-linux"};
    if (version == Version::fmi2 && processor() == "x86_64") all.insert(all.begin(), "linux64");
    return all;
}

std::string own_library(const Fmu& fmu) {
    if (!fmu.description.co_simulation) return "";
    for (const std::string& platform : own_platforms(fmu.description.version)) {
        const std::string entry =
            binaries + platform + "/" + fmu.description.co_simulation->identifier + ".so";
        if (std::find(fmu.entries.begin(), fmu.entries.end(), entry) != fmu.entries.end())
            return entry;
    }
    return "";
}

std::vector<std::string> platforms_of(const Fmu& fmu) {
    std::vector<std::string> all;
    for (const std::string& entry : fmu.entries) {
        const std::size_t slash = entry.find('/', binaries.size());
        if (entry.rfind(binaries, 0) != 0 || slash == std::string::npos) continue;
        const std::string platform = entry.substr(binaries.size(), slash - binaries.size());
        if (std::find(all.begin(), all.end(), platform) == all.end()) all.push_back(platform);
    }
    return all;
}

}  // namespace gateway::fmu
