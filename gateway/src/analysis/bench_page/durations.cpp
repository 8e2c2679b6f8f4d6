// SPDX-License-Identifier: MIT
#include "durations.hpp"

#include "page/markup.hpp"

#include <cmath>
#include <cstdint>
#include <cstdio>

namespace gateway::bench_page {
namespace {

/// Values from here on are not shown as whole numbers.
constexpr double most_whole = 1e15;

std::string whole(double value) {
    const std::string sign = value <= -0.5 ? "\u2212" : "";
    return sign + page::figure(static_cast<std::uint64_t>(std::llround(std::abs(value))));
}

std::string significant(double value, int digits) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*g", digits, std::abs(value));
    return (value < 0 ? "\u2212" : "") + std::string(text);
}

}  // namespace

std::string duration_name(double us) {
    const double size = std::abs(us);
    if (!(size < most_whole)) return page::figure(us);
    if (size >= 999'500) return significant(us / 1e6, 3) + " s";
    if (size >= 999.5) return significant(us / 1e3, 3) + " ms";
    return us == 0 ? "0" : significant(us, 3) + " us";
}

std::string microseconds_figure(double us) {
    return std::abs(us) >= 1000 && std::abs(us) < most_whole ? whole(us) : page::figure(us);
}

std::string seconds_figure(double s) {
    if (!(std::abs(s) < most_whole)) return page::figure(s);
    char text[40];
    std::snprintf(text, sizeof text, "%.3f", std::abs(s));
    return (s < 0 ? "\u2212" : "") + std::string(text);
}

std::string count_figure(double count) {
    return std::abs(count) < most_whole ? whole(count) : page::figure(count);
}

std::string short_count(double count) {
    if (std::abs(count) < 1 || std::abs(count) >= most_whole) return page::figure(count);
    return count >= 1e6 ? significant(count / 1e6, 3) + " M" : whole(count);
}

page::Axis with_duration_names(page::Axis axis) {
    for (const double tick : axis.ticks) axis.names.push_back(duration_name(tick));
    return axis;
}

page::Axis with_count_names(page::Axis axis) {
    for (const double tick : axis.ticks) axis.names.push_back(short_count(tick));
    return axis;
}

}  // namespace gateway::bench_page
