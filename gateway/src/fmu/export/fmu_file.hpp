// SPDX-License-Identifier: MIT
#pragma once

#include "archive/archive_writer.hpp"
#include "description/model_description.hpp"

#include <filesystem>
#include <string>
#include <vector>

/// The parts that all exported FMUs have.
namespace gateway::fmu {

/// Fills in what follows from `variables`, `version` and `co_simulation`: the units, the model
/// structure (every output depends on everything), the version's text, the tool and the licence.
/// @throws std::invalid_argument if a variable has a unit that is not known here
void complete(ModelDescription& description);

/// A text in the form of a UUID that depends on all of the texts. Another list of variables gives
/// another token.
std::string token_of(const std::vector<std::string>& texts);

/// An archive with the description, the terminals, the licence, and the library for this machine.
/// @param library file of the shared library
/// @throws std::runtime_error if it cannot be read
ArchiveWriter begin_fmu(const ModelDescription& description, const std::filesystem::path& library);

/// A C identifier that is like the name.
std::string identifier_of(const std::string& name);

/// A shared library or program that is installed with ddc-gateway, or is in its build folder.
/// @throws std::runtime_error if it does not exist
std::filesystem::path installed_file(const std::string& name);

}  // namespace gateway::fmu
