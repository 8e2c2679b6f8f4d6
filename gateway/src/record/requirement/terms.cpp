// SPDX-License-Identifier: MIT
#include "terms.hpp"

#include <utility>

namespace gateway::requirement {
namespace {

TermPointer term_of(Term::Kind kind, TermPointer left, TermPointer right) {
    auto term = std::make_unique<Term>();
    term->kind = kind;
    term->left = std::move(left);
    term->right = std::move(right);
    return term;
}

}  // namespace

std::size_t count(const Term& term) {
    return 1 + (term.left ? count(*term.left) : 0) + (term.right ? count(*term.right) : 0);
}

TermPointer copy_of(const Term& term) {
    TermPointer copy = term_of(term.kind, term.left ? copy_of(*term.left) : nullptr,
                               term.right ? copy_of(*term.right) : nullptr);
    copy->comparison = term.comparison;
    copy->from_ns = term.from_ns;
    copy->to_ns = term.to_ns;
    return copy;
}

TermPointer negated(TermPointer term) {
    return term_of(Term::Kind::negation, std::move(term), nullptr);
}

TermPointer joined(Term::Kind kind, TermPointer left, TermPointer right) {
    return term_of(kind, std::move(left), std::move(right));
}

TermPointer eventually(std::int64_t from_ns, std::int64_t to_ns, TermPointer term) {
    TermPointer outer = term_of(Term::Kind::eventually, std::move(term), nullptr);
    outer->from_ns = from_ns;
    outer->to_ns = to_ns;
    return outer;
}

TermPointer always(std::int64_t from_ns, std::int64_t to_ns, TermPointer term) {
    return negated(eventually(from_ns, to_ns, negated(std::move(term))));
}

TermPointer until(TermPointer before, std::int64_t from_ns, std::int64_t to_ns, TermPointer then) {
    TermPointer first = from_ns > 0 ? always(0, from_ns, copy_of(*before)) : nullptr;
    TermPointer rest = term_of(Term::Kind::until, std::move(before), std::move(then));
    rest->to_ns = to_ns == unbounded ? unbounded : to_ns - from_ns;
    if (!first) return rest;
    return joined(Term::Kind::conjunction, std::move(first),
                  eventually(from_ns, from_ns, std::move(rest)));
}

}  // namespace gateway::requirement
