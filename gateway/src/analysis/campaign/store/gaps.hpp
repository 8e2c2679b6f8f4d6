// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace gateway::campaign {

/// Lists the first missing runs: "3, 17 to 40".
class Gaps {
  public:
    /// Adds an existing run. Precondition: indices increase
    void add(std::uint64_t run) {
        note(run);
        next_ = run + 1;
    }
    void finish(std::uint64_t runs) { note(runs); }
    const std::string& text() const { return text_; }

  private:
    /// Notes that the runs from the next one to before `end` are missing.
    void note(std::uint64_t end) {
        constexpr int most = 10;
        if (next_ == end || ++count_ > most + 1) return;
        if (count_ > 1) text_ += ", ";
        if (count_ > most)
            text_ += "...";
        else
            text_ += std::to_string(next_) +
                     (end - next_ > 1 ? " to " + std::to_string(end - 1) : std::string());
    }

    std::uint64_t next_ = 0;
    int count_ = 0;
    std::string text_;
};

}  // namespace gateway::campaign
