// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The texts that the gateway and ddc-fmu-host exchange before the first step.
namespace gateway::fmu_host {

/// A variable that has a signal; see FmuMapped.
struct SetupVariable {
    std::string variable;
    std::string signal;  ///< its name, for messages
    std::string unit;    ///< of the signal, SI
    std::optional<double> factor{};
    double gain = 1;
    double offset = 0;
    std::optional<double> value{};  ///< of a start value, SI; nothing: the FMU's
};

struct SetupParameter {
    std::string variable;
    std::string value;
};

/// What the worker does with an FMU.
struct HostSetup {
    std::string file;         ///< absolute path
    bool only_check = false;  ///< the library is not loaded
    bool allow_tool = false;
    std::uint32_t memory_mb = 0;
    double step_s = 0;  ///< of the gateway
    std::optional<double> communication_step_s{};
    std::vector<SetupVariable> inputs{}, outputs{}, start{};
    std::vector<SetupParameter> parameters{};
};

/// Which part of a setup an error is about.
enum class Section : std::uint32_t { inputs, outputs, start, parameters, step };

struct WrongItem {
    Section section = Section::inputs;
    std::size_t index = 0;
    std::string text{};
};

/// The worker's answer.
struct HostReport {
    std::uint32_t steps = 1;  ///< of the gateway in one communication step
    std::vector<WrongItem> wrong{};
    std::vector<std::string> warnings{};
};

/// @throws std::invalid_argument if a text has a control character
std::string to_text(const HostSetup& setup);
/// @throws std::invalid_argument if it is not the text of a setup
HostSetup setup_from(const std::string& text);

/// Control characters are replaced by blanks.
std::string to_text(const HostReport& report);
/// Reads the text of a process that is not trusted: what is not valid is ignored.
HostReport report_from(const std::string& text);

/// The first `longest` bytes of a text, safe for a log: see ddc::interface::visible().
std::string printable(const std::string& text, std::size_t longest = 400);

}  // namespace gateway::fmu_host
