// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/types.hpp>

#include <atomic>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace ddc {

/// What a program says of itself.
struct ProgramText {
    std::string purpose;                      ///< sentences for --help
    std::string version;                      ///< for --version
    std::vector<std::string> arguments = {};  ///< names of those behind REFERENCE_ID
};

/// What the body of a program is given.
struct ProgramStart {
    Id reference_id;
    std::vector<std::string> arguments;  ///< behind the reference id, as many as ProgramText has
    const std::atomic<bool>& stopped;    ///< true from the first SIGINT or SIGTERM on
};

/// Thrown by a body for an argument that makes no sense. what() says which, and what would be
/// right.
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
/// which opens its table and drives until `stopped`. What `body` throws is printed on standard
/// error behind the program's name. To be called once, by the thread that main() is in: it handles
/// SIGINT and SIGTERM from then on. They also end the waits that ask for it, such as
/// interface::Program::begin_cycle, but for a signal that comes in the moment before: have a near
/// deadline.
/// @return the exit code: 0 when `body` has returned, 1 if it has thrown, 2 for arguments that make
/// no sense, also those of an ArgumentError
int run_program(int argc, char** argv, const ProgramText& text,
                const std::function<void(const ProgramStart&)>& body);

}  // namespace ddc
