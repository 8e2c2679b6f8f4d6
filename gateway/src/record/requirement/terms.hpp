// SPDX-License-Identifier: MIT
#pragma once

#include "formula.hpp"

/// What formulas are built of. `always` is not eventually not.
namespace gateway::requirement {

using TermPointer = std::unique_ptr<Term>;

/// So many make a formula, once all is written out.
constexpr std::size_t most_terms = 10'000;

std::size_t count(const Term& term);
TermPointer copy_of(const Term& term);

TermPointer negated(TermPointer term);
TermPointer joined(Term::Kind kind, TermPointer left, TermPointer right);
TermPointer eventually(std::int64_t from_ns, std::int64_t to_ns, TermPointer term);
TermPointer always(std::int64_t from_ns, std::int64_t to_ns, TermPointer term);

/// With a window that begins later than at 0 it is (Donze, Ferrere and Maler 2013; `before` holds
/// up to and with the instant of `then`)
///     always[0,a] before and eventually[a,a] (before until[0,b-a] then)
TermPointer until(TermPointer before, std::int64_t from_ns, std::int64_t to_ns, TermPointer then);

}  // namespace gateway::requirement
