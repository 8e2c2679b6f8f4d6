// SPDX-License-Identifier: MIT
#include "cpu_list.hpp"

#include "text/text.hpp"

#include <plant/number_text.hpp>

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

namespace gateway {
namespace {

constexpr plant::Range cpu_range{0, 8191};

/// Adds "4" or "0-3". @return whether it is one of them
bool add_range(const std::string& text, std::set<int>& cpus) {
    const auto dash = text.find('-');
    int first = 0, last = 0;
    if (!plant::read_data_number(text.substr(0, dash), cpu_range, first).empty()) return false;
    last = first;
    if (dash != std::string::npos &&
        !plant::read_data_number(text.substr(dash + 1), cpu_range, last).empty())
        return false;
    for (int cpu = first; cpu <= last; ++cpu) cpus.insert(cpu);
    return first <= last;
}

}  // namespace

std::optional<std::vector<int>> read_cpu_list(const std::string& text) {
    const std::string list(trimmed(text, " \t\r\n"));
    if (list.empty() || list == "(null)") return std::vector<int>{};
    std::set<int> cpus;
    std::istringstream in(list);
    for (std::string part; std::getline(in, part, ',');)
        if (!add_range(part, cpus)) return std::nullopt;
    return std::vector<int>(cpus.begin(), cpus.end());
}

std::string cpu_list_text(const std::vector<int>& cpus) {
    std::string text;
    for (std::size_t i = 0; i < cpus.size();) {
        std::size_t last = i;
        while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) ++last;
        if (!text.empty()) text += ',';
        text += std::to_string(cpus[i]);
        if (last > i) text += '-' + std::to_string(cpus[last]);
        i = last + 1;
    }
    return text.empty() ? "none" : text;
}

std::vector<int> common_cpus(const std::vector<int>& one, const std::vector<int>& other) {
    std::vector<int> common;
    std::set_intersection(one.begin(), one.end(), other.begin(), other.end(),
                          std::back_inserter(common));
    return common;
}

bool has_cpus(const std::vector<int>& whole, const std::vector<int>& part) {
    return !part.empty() && std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

}  // namespace gateway
