// SPDX-License-Identifier: MIT
#pragma once

#include "verb/run/run_extras.hpp"

namespace gateway {

/// Implements all of RunExtras, in ddc-gateway-full.
class AllExtras : public RunExtras {
  public:
    std::unique_ptr<ChangedRun> change(const std::string& file,
                                       const std::vector<Setting>& settings) const override;
    std::unique_ptr<RunPublishers> open_publishers(RunConfig& config, const std::string& file,
                                                   const Log& log) const override;
    std::vector<AttachedFile> files_to_attach(const std::string& file,
                                              const Log& log) const override;
    void draw(const std::filesystem::path& picture, const RunConfig& config,
              const std::vector<ProgramResult>& results, const Log& log) const override;
};

}  // namespace gateway
