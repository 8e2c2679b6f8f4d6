// SPDX-License-Identifier: MIT
#pragma once

#include "campaign_rerun.hpp"

#include <gateway/base/run_control.hpp>

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway campaign`: many runs of one configuration.
class CampaignCommand {
  public:
    /// Adds the subcommand and its verbs to `line`.
    explicit CampaignCommand(ddc::command::CommandLine& line);
    ~CampaignCommand();

    /// Whether the arguments contain this command.
    bool is_given() const;

    /// @param control its `stop` ends workers after their current runs
    /// @return the exit code: 1 if a result is missing or an error, 4 if all results exist and a
    /// run does not meet a requirement, 143 if it was stopped
    /// @throws std::invalid_argument for invalid files and options, std::runtime_error for results
    /// that cannot be written or are damaged
    int run(std::ostream& out, std::ostream& err, const RunControl& control) const;

  private:
    int plan() const;
    int work(std::ostream& err, const RunControl& control) const;
    int run_pool(std::ostream& err, const RunControl& control) const;
    int submit(std::ostream& out, std::ostream& err, const RunControl& control) const;
    int status(std::ostream& out) const;
    int merge(std::ostream& out) const;
    int report(std::ostream& out, std::ostream& err) const;
    int shrink(std::ostream& out, std::ostream& err, const RunControl& control) const;

    struct Arguments;
    struct Verbs;
    static void add_submit_options(ddc::command::Verb& submit, Arguments& given);

    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
    std::unique_ptr<Verbs> verbs_;
    CampaignRerun rerun_;
};

}  // namespace gateway
