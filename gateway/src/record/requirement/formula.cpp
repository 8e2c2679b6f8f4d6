// SPDX-License-Identifier: MIT
#include "formula.hpp"

#include <algorithm>

namespace gateway::requirement {
namespace {

constexpr const char* spellings[] = {" < ", " <= ", " > ", " >= ", " == ", " != "};

/// The limit for the sum of nested windows; longer than any run.
constexpr std::int64_t longest_ns = 2'000'000'000'000'000'000;

std::int64_t horizon_of(const Term& term) {
    std::int64_t inner = 0;
    if (term.left) inner = horizon_of(*term.left);
    if (term.right) inner = std::max(inner, horizon_of(*term.right));
    return term.to_ns == unbounded ? inner : std::min(inner + term.to_ns, longest_ns);
}

}  // namespace

std::string Comparison::text() const {
    return right_text.empty() ? left_text
                              : left_text + spellings[static_cast<int>(relation)] + right_text;
}

std::int64_t Formula::horizon_ns() const {
    return horizon_of(*root);
}

}  // namespace gateway::requirement
