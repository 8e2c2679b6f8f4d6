// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include <gateway/base/seams.hpp>
#include <gateway/protocol/vds1/client.hpp>

namespace gateway {

/// Tells when a remote vehicle that is there begins to ignore our CMDs, and when it follows
/// them; at the end what became of all packets.
class LinkReport : public Observer {
  public:
    /// @param client outlives it
    LinkReport(const vds1::Client& client, const Log& log) : client_(client), log_(log) {}

    void after_cycle(const CycleRecord& record) override;
    void finish(Summary& summary) override;

  private:
    std::string what_it_ignores() const;

    const vds1::Client& client_;
    Log log_;
    bool was_ignored_ = false;
};

}  // namespace gateway
