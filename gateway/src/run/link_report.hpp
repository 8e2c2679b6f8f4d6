// SPDX-License-Identifier: MIT
#pragma once

#include "run_parts.hpp"

#include <gateway/vds1/client.hpp>

namespace gateway {

/// Tells when a remote vehicle that is heard of begins to ignore our CMDs, and when it follows
/// them.
class LinkReport : public Observer {
  public:
    /// @param client outlives it
    LinkReport(const vds1::Client& client, const Log& log) : client_(client), log_(log) {}

    void before_turn(SimTime now, const Feedback& feedback) override;

  private:
    std::string what_it_ignores() const;

    const vds1::Client& client_;
    Log log_;
    bool was_ignored_ = false;
};

}  // namespace gateway
