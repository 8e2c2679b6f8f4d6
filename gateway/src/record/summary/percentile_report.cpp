// SPDX-License-Identifier: MIT
#include "percentile_report.hpp"

#include <nlohmann/json.hpp>

#include <spdlog/fmt/fmt.h>

namespace gateway {

std::string microseconds(const Percentiles& p, double scale) {
    if (p.count == 0) return "-";
    return fmt::format("p50 {:.1f} us, p99 {:.1f} us, max {:.1f} us", p.p50 * scale, p.p99 * scale,
                       p.max * scale);
}

nlohmann::ordered_json to_json(const Percentiles& p) {
    return {{"p50", p.p50}, {"p99", p.p99}, {"max", p.max}};
}

}  // namespace gateway
