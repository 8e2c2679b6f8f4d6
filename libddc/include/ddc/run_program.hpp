// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/types.hpp>

#include <atomic>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace ddc {

/// Texts of a program's --help and --version.
struct ProgramText {
    std::string purpose;                      ///< sentences for --help
    std::string version;                      ///< for --version
    std::vector<std::string> arguments = {};  ///< names of the arguments after REFERENCE_ID
};

/// Arguments of a program's body.
struct ProgramStart {
    Id reference_id;
    std::vector<std::string> arguments;  ///< after the reference id, as many as ProgramText has
    const std::atomic<bool>& stopped;    ///< true from the first SIGINT or SIGTERM on
};

/// Thrown by a body for an invalid argument. what() names it and says what is valid.
class ArgumentError : public std::invalid_argument {
  public:
    using std::invalid_argument::invalid_argument;
};

/// The whole main() of a VCG program that is called with a reference id:
///
///     int main(int argc, char** argv) {
///         return ddc::run_program(argc, argv, {"Keeps 50 km/h.", "1.0"}, cruise);
///     }
///
/// Opens the standard streams that are closed, answers --help (-h) and --version, and calls `body`,
/// which opens its table and runs until `stopped`. An exception that `body` throws is printed on
/// standard error, after the program's name. Call it once, in the thread of main(): it handles
/// SIGINT and SIGTERM from then on. These signals also end waits with OnSignal::give_up, such as
/// interface::Program::begin_cycle. A signal just before the wait does not end it: use a deadline
/// that is not far away.
/// @return the exit code: 0 when `body` has returned, 1 if it has thrown, 2 for invalid arguments,
/// including an ArgumentError
int run_program(int argc, char** argv, const ProgramText& text,
                const std::function<void(const ProgramStart&)>& body);

}  // namespace ddc
