// SPDX-License-Identifier: MIT
#pragma once

#include "program_peer.hpp"

#include <mutex>
#include <string>
#include <vector>

namespace gateway {

/// Which entries of a table the programs of one run use. For any thread.
class EntryClaims {
  public:
    /// Claims the entries `first` .. `end` - 1 for a program.
    /// @throws ProgramError if another program uses one of them
    void claim(const std::string& program, ddc::Id first, ddc::Id end) {
        const std::lock_guard lock(mutex_);
        for (const Claim& other : claims_)
            if (first < other.end && other.first < end)
                throw ProgramError("its entries " + hex(first) + ".." + hex(end - 1) +
                                   " overlap those of '" + other.program + "', " +
                                   hex(other.first) + ".." + hex(other.end - 1) +
                                   ". Give them reference ids that lie farther apart");
        claims_.push_back({program, first, end});
    }

  private:
    struct Claim {
        std::string program;
        ddc::Id first;
        ddc::Id end;
    };
    std::mutex mutex_;
    std::vector<Claim> claims_;
};

}  // namespace gateway
