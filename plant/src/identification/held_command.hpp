// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace plant {

/// A recorded command behind a dead time. Row k's command is held from t[k-1] to t[k]; before the
/// first and after the last row the nearest command is. Time may only go forward.
class HeldCommand {
  public:
    HeldCommand(const std::vector<double>& t_s, const std::vector<double>& values, double delay_s)
        : t_s_(t_s), values_(values), delay_s_(delay_s) {}

    /// The command that acts at `time_s`.
    double at(double time_s) {
        while (row_ + 1 < t_s_.size() && t_s_[row_] + delay_s_ <= time_s) ++row_;
        return values_[row_];
    }

    /// When the command that acted last may change; later than the time of the last at().
    double until() const {
        return row_ + 1 < t_s_.size() ? t_s_[row_] + delay_s_
                                      : std::numeric_limits<double>::infinity();
    }

  private:
    const std::vector<double>& t_s_;
    const std::vector<double>& values_;
    double delay_s_;
    std::size_t row_ = 0;
};

}  // namespace plant
