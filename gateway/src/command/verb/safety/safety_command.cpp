// SPDX-License-Identifier: MIT
#include "safety_command.hpp"

#include "line/gateway_line.hpp"
#include "safety_requests.hpp"

#include "config/vehicle/read_safety.hpp"

#include <gateway/base/exit_code.hpp>

#include <cstddef>
#include <cstdint>
#include <istream>
#include <ostream>
#include <stdexcept>
#include <string>

namespace gateway {
namespace {

/// Reads a line of limited length. @return false at the end of the input
bool read_line(std::istream& in, std::string& line) {
    static constexpr std::size_t most = 64 * 1024;
    line.resize(most);
    in.getline(line.data(), most);
    const auto read = static_cast<std::size_t>(in.gcount());
    if (in.fail() && read + 1 >= most)
        throw std::invalid_argument("is longer than " + std::to_string(most - 1) + " characters");
    if (in.fail()) return false;
    line.resize(in.eof() ? read : read - 1);  // `read` includes the newline
    return true;
}

bool is_blank(const std::string& line) {
    return line.find_first_not_of(" \t\r") == std::string::npos;
}

}  // namespace

struct SafetyCommand::Arguments {
    std::string compatibility, config;

    SafetyRequests session() const {
        SafetyOptions file;
        if (!config.empty()) file = load_safety(config);
        if (compatibility == "reference") file.compatibility = SafetyCompatibility::reference;
        if (compatibility == "corrected") file.compatibility = SafetyCompatibility::corrected;
        return SafetyRequests(file);
    }
};

SafetyCommand::SafetyCommand(ddc::command::CommandLine& line)
    : given_(std::make_unique<Arguments>()), command_(add_known_verb(line, "safety")) {
    Arguments& given = *given_;
    command_
        .add_option("--compatibility", given.compatibility,
                    "corrected: all rules; reference: bit-identical to the public safety state "
                    "machine, with its defects (default: from --config, else corrected)")
        .one_of({"corrected", "reference"});
    command_.add_file("--config", given.config,
                      "A YAML file with a section `safety` (default: all rules are active)");
    command_.set_footer(
        "Reads one JSON object per line from standard input, and prints the reply to each at "
        "once:\n"
        "  {\"reset\":{\"debounce\":3,\"cutoff_hz\":1}}\n"
        "  {\"update\":{\"odometry\":{\"stamp_s\":1,\"velocity_mps\":8},\"report\":{\"gear\":1}}}\n"
        "  {\"command\":{\"control\":{\"stamp_s\":1.01,\"accel_mps2\":5},\"state\":{\"gear\":3}}}\n"
        "  {\"timeout\":{}}   {\"dbw\":\"U\"}   {\"filter\":{\"dt_s\":0.01,\"x\":1}}\n"
        "Missing keys are 0; \"nan\", \"inf\" and \"-inf\" are valid numbers.\n"
        "Example:\n"
        "  echo '{\"command\":{\"control\":{\"accel_mps2\":\"nan\"}}}' | ddc-gateway safety");
}

SafetyCommand::~SafetyCommand() = default;

bool SafetyCommand::is_given() const {
    return command_.is_given();
}

int SafetyCommand::run(std::istream& in, std::ostream& out) const {
    SafetyRequests session = given_->session();
    std::string line;
    for (std::uint64_t number = 1; out; ++number) {
        try {
            if (!read_line(in, line)) break;
            if (!is_blank(line)) out << session.answer(line) << std::endl;
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument("standard input:" + std::to_string(number) + ": " +
                                        error.what());
        }
    }
    return exit_code::done;
}

}  // namespace gateway
