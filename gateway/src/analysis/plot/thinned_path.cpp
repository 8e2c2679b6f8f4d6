// SPDX-License-Identifier: MIT
#include "thinned_path.hpp"

namespace gateway {
namespace {

constexpr std::size_t most_kept = 4000;

}  // namespace

void ThinnedPath::add(const PathPoint& point) {
    last_ = point;
    if (added_++ % every_ != 0) return;
    if (kept_.size() == most_kept) {
        for (std::size_t i = 0; i < most_kept / 2; ++i) kept_[i] = kept_[2 * i];
        kept_.resize(most_kept / 2);
        every_ *= 2;
    }
    kept_.push_back(point);
}

std::vector<PathPoint> ThinnedPath::points() const {
    std::vector<PathPoint> points = kept_;
    if (!points.empty() && points.back() != last_) points.push_back(last_);
    return points;
}

}  // namespace gateway
