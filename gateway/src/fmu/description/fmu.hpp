// SPDX-License-Identifier: MIT
#pragma once

#include "model_description.hpp"

#include <string>
#include <vector>

namespace gateway::fmu {

class Archive;

/// What an FMU contains.
struct Fmu {
    ModelDescription description;
    std::vector<std::string> entries{};  ///< names of the entries of its archive
};

/// Reads an FMU's model description and terminals, and the names of its files.
/// @throws plant::FileError, std::runtime_error
Fmu load_fmu(const Archive& archive);

/// The names of this machine's platform: those of the standard's version, the usual one first.
std::vector<std::string> own_platforms(Version version);

/// The path in the archive of the library for co-simulation on this machine:
/// "binaries/x86_64-linux/car.so"; empty if the FMU has none.
std::string own_library(const Fmu& fmu);

/// The platforms for which an FMU has binaries, in the order of the archive.
std::vector<std::string> platforms_of(const Fmu& fmu);

}  // namespace gateway::fmu
