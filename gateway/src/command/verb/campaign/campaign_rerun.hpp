// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway campaign rerun`: repeats runs of a campaign.
class CampaignRerun {
  public:
    /// Adds the verb to `campaign`.
    explicit CampaignRerun(ddc::command::Verb& campaign);
    ~CampaignRerun();

    /// Whether the arguments contain this command.
    bool is_given() const;

    /// @param control its `stop` ends the runs
    /// @return the exit code: 1 if the run failed, could not be evaluated, or has another result
    /// than the stored one, 4 if it does not meet a requirement
    /// @throws std::invalid_argument for invalid files and options, std::runtime_error for results
    /// that cannot be written or are damaged
    int run(std::ostream& out, std::ostream& err, const RunControl& control) const;

  private:
    struct Arguments;
    int keep(std::ostream& err, const RunControl& control) const;
    int write_config(std::ostream& out) const;

    std::unique_ptr<Arguments> given_;
    ddc::command::Verb verb_;
};

}  // namespace gateway
