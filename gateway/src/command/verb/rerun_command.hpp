// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include <gateway/base/run_control.hpp>
#include "compare/comparison.hpp"

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gateway {

struct ProgramResult;

/// `ddc-gateway rerun`: gives the inputs of a recorded run to another build of its program, and
/// compares the outputs.
class RerunCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit RerunCommand(ddc::command::CommandLine& line);
    ~RerunCommand();

    bool is_given() const;
    /// @return the exit code: 4 if a difference exceeds its tolerance
    /// @throws std::invalid_argument for an invalid recording, program or option,
    /// std::runtime_error for a program that fails, ddc::TableError
    int run(std::ostream& out, std::ostream& err, const Log& log, RunControl& control) const;

  private:
    struct Arguments;
    struct Rerun;

    void check_output() const;
    void check_names(const Tolerances& tolerances) const;
    int open_loop(const Rerun& rerun, const Tolerances& tolerances, std::ostream& out) const;
    int closed_loop(const Rerun& rerun, Tolerances tolerances, std::ostream& out) const;
    static int end_of_others(const Rerun& rerun, const std::vector<ProgramResult>& results);
    int judge(const std::pair<std::string, std::string>& files, const Tolerances& tolerances,
              const Rerun& rerun, std::ostream& out) const;

    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
