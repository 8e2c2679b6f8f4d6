// SPDX-License-Identifier: MIT
#include "separation.hpp"

#include <limits>
#include <set>
#include <utility>

namespace gateway::requirement {
namespace {

using Kind = Term::Kind;

/// A constant comparison, true or false with infinite robustness.
Comparison comparison_of(bool is_true) {
    Comparison comparison{is_true ? "true" : "false", "",
                          is_true ? Relation::less : Relation::greater};
    comparison.left = {{Step::Kind::number, 0}};
    comparison.right = {{Step::Kind::number, std::numeric_limits<double>::infinity()}};
    return comparison;
}

class Separation {
  public:
    explicit Separation(std::vector<Comparison>& comparisons) : comparisons_(comparisons) {}

    /// Handles a term outside of `always`, `eventually` and `until`, where constants are allowed.
    TermPointer outside(TermPointer term) {
        if (term->kind == Kind::comparison) return term;
        if (term->kind == Kind::eventually || term->kind == Kind::until) {
            check_size(*term);
            return separated(std::move(term));
        }
        term->left = outside(std::move(term->left));
        if (term->right) term->right = outside(std::move(term->right));
        return term;
    }

  private:
    struct Constant {
        std::size_t comparison = 0;
        bool is_negated = false;  ///< the robustness of the enclosing term decreases with it
    };

    TermPointer separated(TermPointer term) {
        Constant constant;
        if (!find(*term, false, constant)) return term;
        TermPointer with = copy_of(*term), without = std::move(term);
        replace(*with, constant.comparison, truth(!constant.is_negated));
        replace(*without, constant.comparison, truth(constant.is_negated));
        auto alone = std::make_unique<Term>();
        alone->comparison = constant.comparison;
        if (constant.is_negated) alone = negated(std::move(alone));
        // If both operands are equal, the first is reported: the constant, not the true or false.
        TermPointer first = joined(Kind::conjunction, std::move(alone), separated(std::move(with)));
        return joined(Kind::disjunction, std::move(first), separated(std::move(without)));
    }

    bool find(const Term& term, bool is_negated, Constant& found) const {
        if (term.kind == Kind::comparison) {
            found = {term.comparison, is_negated};
            return comparisons_[term.comparison].has_summary;
        }
        const bool is_negated_inside = is_negated != (term.kind == Kind::negation);
        return find(*term.left, is_negated_inside, found) ||
               (term.right && find(*term.right, is_negated_inside, found));
    }

    /// Replaces all copies of a comparison, which are all negated or all not; `until` copies its
    /// left operand.
    static void replace(Term& term, std::size_t comparison, std::size_t by) {
        if (term.kind == Kind::comparison && term.comparison == comparison) term.comparison = by;
        if (term.left) replace(*term.left, comparison, by);
        if (term.right) replace(*term.right, comparison, by);
    }

    std::size_t truth(bool is_true) {
        std::size_t& place = is_true ? true_ : false_;
        if (place == nowhere) {
            place = comparisons_.size();
            comparisons_.push_back(comparison_of(is_true));
        }
        return place;
    }

    /// Limits the size, since each constant doubles a term.
    void check_size(const Term& term) {
        std::set<std::size_t> constants;
        collect(term, constants);
        if (constants.empty()) return;
        std::size_t size = count(term);
        for (std::size_t i = 0; i < constants.size() && size <= most_terms; ++i) size *= 2;
        size_ += size;
        if (size_ > most_terms)
            throw FormulaError(0,
                               "is too long: each comparison with a key of the summary doubles the "
                               "enclosing always, eventually or until");
    }

    void collect(const Term& term, std::set<std::size_t>& constants) const {
        if (term.kind == Kind::comparison && comparisons_[term.comparison].has_summary)
            constants.insert(term.comparison);
        if (term.left) collect(*term.left, constants);
        if (term.right) collect(*term.right, constants);
    }

    static constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

    std::vector<Comparison>& comparisons_;
    std::size_t true_ = nowhere, false_ = nowhere;  ///< indices in comparisons_
    std::size_t size_ = 0;                          ///< of all terms with constants
};

}  // namespace

TermPointer with_constants_outside(TermPointer root, std::vector<Comparison>& comparisons) {
    return Separation(comparisons).outside(std::move(root));
}

}  // namespace gateway::requirement
