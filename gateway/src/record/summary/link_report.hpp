// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include <gateway/base/seams.hpp>
#include <gateway/protocol/vds1/client.hpp>

namespace gateway {

/// Logs when a connected remote vehicle begins to ignore the CMDs of the gateway, and when it
/// executes them again; adds the counts of packets to the summary.
class LinkReport : public Observer {
  public:
    /// @param client outlives this
    LinkReport(const vds1::Client& client, const Log& log) : client_(client), log_(log) {}

    void after_cycle(const CycleRecord& record) override;
    void finish(Summary& summary) override;

  private:
    std::string ignored_text() const;

    const vds1::Client& client_;
    Log log_;
    bool was_ignored_ = false;
};

}  // namespace gateway
