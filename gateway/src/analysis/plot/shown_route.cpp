// SPDX-License-Identifier: MIT
#include "shown_route.hpp"

#include <algorithm>
#include <string>

namespace gateway {
namespace {

constexpr std::size_t most_points = 100'000;
/// The largest number of points by which a window may move back, when a vehicle reverses.
constexpr std::ptrdiff_t looked_back = 64;

}  // namespace

ShownRoute::ShownRoute(const Trace& trace) {
    const auto length = trace.find("trajectory_length");
    if (!length) return;
    length_column_ = *length;
    for (std::size_t i = 0;; ++i) {
        const std::string index = "[" + std::to_string(i) + "]";
        const auto x = trace.find("trajectory_x" + index), y = trace.find("trajectory_y" + index);
        if (!x || !y) break;
        places_.push_back({*x, *y});
    }
}

void ShownRoute::take(const Trace& trace) {
    if (places_.empty() || points_ > most_points) return;
    read_window(trace);
    if (window_.empty() || window_ == last_window_) return;
    append_window();
    last_window_ = window_;
}

void ShownRoute::read_window(const Trace& trace) {
    window_.clear();
    const double length = trace.finite(length_column_).value_or(0);
    for (std::size_t i = 0; i < places_.size() && static_cast<double>(i) < length; ++i) {
        const auto x_m = trace.finite(places_[i].x), y_m = trace.finite(places_[i].y);
        if (!x_m || !y_m) return;
        window_.push_back({*x_m, *y_m});
    }
}

/// Adds the points of a window that extend the last line; a window that does not begin on it begins
/// a new line.
void ShownRoute::append_window() {
    if (lines_.empty()) lines_.emplace_back();
    const Line* line = &lines_.back();
    const auto looked_at =
        std::min<std::ptrdiff_t>(std::distance(line->begin(), line->end()), looked_back);
    const auto begin = std::find(line->end() - looked_at, line->end(), window_.front());
    auto known = static_cast<std::size_t>(line->end() - begin);
    if (known == 0 && !line->empty()) lines_.emplace_back();
    known = std::min(known, window_.size());
    lines_.back().insert(lines_.back().end(), window_.begin() + static_cast<std::ptrdiff_t>(known),
                         window_.end());
    points_ += window_.size() - known;
}

}  // namespace gateway
