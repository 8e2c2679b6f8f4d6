// SPDX-License-Identifier: MIT
#include "distribution.hpp"

#include <nlohmann/json.hpp>

#include <spdlog/fmt/fmt.h>

#include <cmath>

namespace gateway {
namespace {

struct Part {
    const char* key;
    double part;
};
constexpr Part parts[] = {{"p50", 0.5},     {"p90", 0.9},       {"p99", 0.99},
                          {"p99_9", 0.999}, {"p99_99", 0.9999}, {"p99_999", 0.99999}};

double us(std::chrono::nanoseconds value) {
    return std::chrono::duration<double, std::micro>(value).count();
}

}  // namespace

std::string text_of(const Distribution& distribution) {
    const Histogram& values = distribution.values();
    if (values.count() == 0) return "-";
    return fmt::format("p50 {:.1f} us, p99 {:.1f} us, p99.9 {:.1f} us, max {:.1f} us at {:.3f} s",
                       us(values.percentile(0.5)), us(values.percentile(0.99)),
                       us(values.percentile(0.999)), us(values.max()),
                       std::chrono::duration<double>(distribution.max_at()).count());
}

nlohmann::ordered_json percentiles_json(const Histogram& values) {
    if (values.count() == 0) return nullptr;
    nlohmann::ordered_json json;
    for (const Part& part : parts) json[part.key] = us(values.percentile(part.part));
    json["max"] = us(values.max());
    return json;
}

nlohmann::ordered_json to_json(const Histogram& values) {
    nlohmann::ordered_json json = percentiles_json(values);
    if (json.is_null()) return json;
    json["count"] = values.count();
    nlohmann::ordered_json& buckets = json["buckets"] = nlohmann::ordered_json::array();
    values.for_each([&](std::chrono::nanoseconds edge, std::uint64_t count) {
        buckets.push_back({us(edge), count});
    });
    return json;
}

nlohmann::ordered_json to_json(const Distribution& distribution) {
    nlohmann::ordered_json json = to_json(distribution.values());
    if (json.is_null()) return json;
    json["max_at_s"] = std::chrono::duration<double>(distribution.max_at()).count();
    return json;
}

}  // namespace gateway
