// SPDX-License-Identifier: MIT
#pragma once

#include "unit.hpp"
#include "variable.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gateway::fmu {

/// The versions of FMI that are read and written.
enum class Version { fmi2, fmi3 };

/// Element CoSimulation.
struct CoSimulation {
    std::string identifier;  ///< modelIdentifier: name of the library without its suffix
    bool can_handle_variable_step = false;
    bool can_be_instantiated_only_once = false;
    bool can_get_and_set_state = false;
    bool can_serialise_state = false;
    bool needs_execution_tool = false;
    bool has_event_mode = false;                    ///< FMI 3.0
    bool might_return_early = false;                ///< FMI 3.0
    std::optional<double> fixed_internal_step_s{};  ///< FMI 3.0
};

/// Element DefaultExperiment; nothing for an attribute that is not written.
struct DefaultExperiment {
    std::optional<double> start_s{};
    std::optional<double> stop_s{};
    std::optional<double> step_s{};
};

/// A type with a name, which variables refer to.
struct TypeDefinition {
    std::string name;
    Type type = Type::float64;
    std::string unit{};
    std::optional<double> min{};
    std::optional<double> max{};
};

/// An output, calculated parameter or other unknown of the model structure. Variables are positions
/// in ModelDescription::variables, from 0; in a file whose reference is wrong, `no_variable`.
struct Unknown {
    std::uint32_t index = 0;
    /// The variables that it depends on; nothing: all.
    std::optional<std::vector<std::uint32_t>> dependencies{};
};

/// A type definition of an enumeration, which variables name as their declared type.
struct EnumerationType {
    struct Item {
        std::string name;
        std::int64_t value = 0;
    };
    std::string name;
    std::vector<Item> items{};
};

/// A category of log messages.
struct LogCategory {
    std::string name;
    std::string description;
};

/// Variables that belong together, in terminalsAndIcons.xml.
struct Terminal {
    std::string name;           ///< one inside another has the names of both, with a dot
    std::string kind;           ///< terminalKind, a reverse domain name; may be empty
    std::string matching_rule;  ///< plug, bus, sequence or none
    struct Member {
        std::string variable;  ///< name of a variable
        std::string name;      ///< within the terminal
    };
    std::vector<Member> members{};
};

/// What modelDescription.xml, and terminalsAndIcons.xml if there is one, say.
struct ModelDescription {
    Version version = Version::fmi2;
    std::string version_text;  ///< fmiVersion, as written
    std::string model_name;
    std::string token;  ///< guid of FMI 2.0, instantiationToken of FMI 3.0
    std::string description{};
    std::string generation_tool{};
    std::string license{};
    std::optional<CoSimulation> co_simulation{};
    bool has_model_exchange = false;
    bool has_scheduled_execution = false;
    bool is_structured = false;           ///< variableNamingConvention
    std::vector<std::string> elements{};  ///< as read: the root's children, in the file's order
    std::vector<Unit> units{};
    std::vector<TypeDefinition> types{};
    std::vector<EnumerationType> enumerations{};
    std::vector<LogCategory> log_categories{};
    std::vector<Variable> variables{};  ///< in the order of the file
    std::vector<Unknown> outputs{};
    std::vector<Unknown> derivatives{};  ///< of continuous states
    std::vector<Unknown> initial_unknowns{};
    DefaultExperiment default_experiment{};
    std::vector<Terminal> terminals{};
};

}  // namespace gateway::fmu
