// SPDX-License-Identifier: MIT
#include "comparison.hpp"

#include "check/summary_json.hpp"

#include <ddc/interface/json_depth.hpp>

#include <nlohmann/json.hpp>

#include <fstream>
#include <stdexcept>

namespace gateway {
namespace {

using Json = nlohmann::ordered_json;
using Values = std::vector<std::pair<std::string, std::string>>;

/// The limit of nesting, so that the stack cannot overflow.
constexpr int deepest = 32;

Json read(const std::string& file) {
    const auto refuse = [&file] {
        throw std::invalid_argument(file + ": is nested more than " + std::to_string(deepest) +
                                    " levels deep");
    };
    try {
        std::ifstream in(file);
        return Json::parse(in, ddc::interface::limit_depth(deepest, refuse));
    } catch (const Json::exception& error) {
        throw std::invalid_argument(file + ": is not JSON: " + error.what());
    }
}

/// Adds all single values in `json`, with their paths.
void flatten(const Json& json, const std::string& path, const Tolerances& tolerances,
             Values& values) {
    if (tolerances.ignores(path) || summaries::is_of_chart(path)) return;
    const bool is_empty = json.empty() || !json.is_structured();
    if (is_empty) {
        values.emplace_back(path, json.is_string() ? json.get<std::string>() : json.dump());
    } else if (json.is_array()) {
        for (std::size_t i = 0; i < json.size(); ++i)
            flatten(json[i], path + "[" + std::to_string(i) + "]", tolerances, values);
    } else {
        for (const auto& [key, value] : json.items())
            if (key != "timing")
                flatten(value, path.empty() ? key : path + "." + key, tolerances, values);
    }
}

const std::string* find(const Values& values, const std::string& path) {
    for (const auto& [key, value] : values)
        if (key == path) return &value;
    return nullptr;
}

}  // namespace

Comparison compare_summaries(const std::string& a, const std::string& b,
                             const Tolerances& tolerances) {
    Values values_a, values_b;
    flatten(read(a), "", tolerances, values_a);
    flatten(read(b), "", tolerances, values_b);
    Comparison found;
    for (const auto& [path, value] : values_a) {
        const std::string* other = find(values_b, path);
        if (other == nullptr) {
            found.only_a.push_back(path);
            continue;
        }
        Compared& compared = found.values.emplace_back();
        compared.name = path;
        compared.take(value, *other);
    }
    for (const auto& [path, value] : values_b)
        if (find(values_a, path) == nullptr) found.only_b.push_back(path);
    return found;
}

}  // namespace gateway
