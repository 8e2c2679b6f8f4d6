// SPDX-License-Identifier: MIT
#pragma once

#include "formula.hpp"

/// The terms of formulas. `always x` is expressed as `not eventually not x`.
namespace gateway::requirement {

using TermPointer = std::unique_ptr<Term>;

/// The largest number of terms of a formula after all replacements.
constexpr std::size_t most_terms = 10'000;

std::size_t count(const Term& term);
TermPointer copy_of(const Term& term);

TermPointer negated(TermPointer term);
TermPointer joined(Term::Kind kind, TermPointer left, TermPointer right);
TermPointer eventually(std::int64_t from_ns, std::int64_t to_ns, TermPointer term);
TermPointer always(std::int64_t from_ns, std::int64_t to_ns, TermPointer term);

/// The term of `until`. If the window begins after 0, it is (Donze, Ferrere and Maler 2013;
/// `before` must hold up to and including the instant of `then`)
///     always[0,a] before and eventually[a,a] (before until[0,b-a] then)
TermPointer until(TermPointer before, std::int64_t from_ns, std::int64_t to_ns, TermPointer then);

}  // namespace gateway::requirement
