// SPDX-License-Identifier: MIT
#include <ddc/interface/similar.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace ddc::interface {
namespace {

/// The Levenshtein distance.
std::size_t distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::vector<std::string> similar(const std::string& text,
                                 const std::vector<std::string>& candidates) {
    constexpr std::size_t most = 3;
    const std::size_t worst = std::max<std::size_t>(2, text.size() / 3);
    std::vector<std::pair<std::size_t, std::string>> close;
    for (const std::string& candidate : candidates) {
        const bool longer = !text.empty() && candidate.find(text) != std::string::npos;
        const std::size_t away = longer ? 1 : distance(text, candidate);
        if (away <= worst) close.emplace_back(away, candidate);
    }
    std::sort(close.begin(), close.end());
    close.erase(std::unique(close.begin(), close.end()), close.end());
    std::vector<std::string> names;
    for (const auto& [away, name] : close)
        if (names.size() < most && away == close.front().first) names.push_back(name);
    return names;
}

}  // namespace ddc::interface
