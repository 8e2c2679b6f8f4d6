// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway campaign rerun`: runs of a campaign again.
class CampaignRerun {
  public:
    /// Adds the verb to `campaign`.
    explicit CampaignRerun(ddc::command::Verb& campaign);
    ~CampaignRerun();

    /// True if the arguments named it.
    bool is_given() const;

    /// @return the exit code: 1 if the run could not be made or judged, or its result is not the
    /// stored one, 4 if it does not meet a requirement
    /// @throws std::invalid_argument for files and options that make no sense, std::runtime_error
    /// for results that cannot be written or trusted
    int run(std::ostream& out, std::ostream& err, const RunControl& control) const;

  private:
    struct Arguments;
    int keep(std::ostream& err, const RunControl& control) const;
    int write_config(std::ostream& out) const;

    std::unique_ptr<Arguments> given_;
    ddc::command::Verb verb_;
};

}  // namespace gateway
