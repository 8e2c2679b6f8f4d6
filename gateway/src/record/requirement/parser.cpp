// SPDX-License-Identifier: MIT
#include "parser.hpp"

#include "column_unit.hpp"
#include "lexer.hpp"
#include "separation.hpp"
#include "terms.hpp"
#include "unit_of.hpp"

#include "number/units.hpp"
#include "text/text.hpp"

#include <ddc/interface/similar.hpp>

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

namespace gateway::requirement {
namespace {

using Kind = Term::Kind;

constexpr std::size_t deepest = 100;
constexpr std::size_t longest_text = 10'000;
constexpr double longest_window_s = 1e9;

/// An operand: an expression, or the term of a comparison.
struct Operand {
    TermPointer term;  ///< null for an expression
    Measured expression{};
    std::size_t place = 0;
};

struct Bounds {
    std::int64_t from_ns = 0, to_ns = unbounded;
};

std::optional<Relation> relation_of(const std::string& sign) {
    static const std::vector<std::string> signs{"<", "<=", ">", ">=", "==", "!="};
    const auto found = std::find(signs.begin(), signs.end(), sign);
    if (found == signs.end()) return std::nullopt;
    return static_cast<Relation>(found - signs.begin());
}

std::size_t index_in(std::vector<std::string>& names, const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) names.push_back(name);
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

std::string hint(const std::string& name, const std::vector<std::string>& candidates) {
    const std::string list = gateway::joined(ddc::interface::similar(name, candidates));
    return list.empty() ? "" : "; did you mean " + list + "?";
}

class Parser {
  public:
    Parser(const std::string& text, const Vocabulary& vocabulary)
        : text_(text), vocabulary_(vocabulary), tokens_(tokens_of(text)) {}

    Formula read() {
        if (now().kind == Token::Kind::end) throw FormulaError(0, "the formula is empty");
        TermPointer root = to_term(read_implication());
        if (now().kind != Token::Kind::end) fail_at(now(), "is not expected here");
        formula_.root = with_constants_outside(std::move(root), formula_.comparisons);
        return formula_;
    }

  private:
    // --- tokens
    const Token& now() const { return tokens_[next_]; }
    bool is(const char* text) const {
        return now().kind != Token::Kind::end && now().kind != Token::Kind::number &&
               now().text == text;
    }
    bool take(const char* text) {
        if (!is(text)) return false;
        ++next_;
        return true;
    }
    void expect(const char* text, const char* what_for) {
        if (!take(text)) fail_at(now(), std::string("expected ") + text + " " + what_for, false);
    }
    [[noreturn]] void fail_at(const Token& token, const std::string& reason, bool names = true) {
        const bool is_end = token.kind == Token::Kind::end;
        const std::string what = is_end ? "the end" : "'" + token.text + "'";
        throw FormulaError(token.place, names ? what + " " + reason : reason + ", found " + what);
    }

    // --- logic, in ascending precedence
    Operand read_implication() {
        if (++depth_ > deepest) fail_at(now(), "is nested too deeply");
        Operand left = read_list("or");
        if (take("implies")) {
            TermPointer condition = negated(to_term(std::move(left)));
            left = {joined(Kind::disjunction, std::move(condition), to_term(read_implication()))};
        }
        --depth_;
        return left;
    }

    Operand read_list(const char* word) {
        const bool is_or = word[0] == 'o';
        const auto read_part = [&] { return is_or ? read_list("and") : read_until(); };
        Operand left = read_part();
        while (take(word)) {
            TermPointer first = to_term(std::move(left));
            left = {joined(is_or ? Kind::disjunction : Kind::conjunction, std::move(first),
                           to_term(read_part()))};
        }
        return left;
    }

    Operand read_until() {
        Operand left = read_unary();
        if (!take("until")) return left;
        const Bounds window = read_window();
        TermPointer before = to_term(std::move(left));
        TermPointer then = to_term(read_unary());
        if (is("until")) fail_at(now(), "follows another until; put one of them in parentheses");
        left = {until(std::move(before), window.from_ns, window.to_ns, std::move(then))};
        if (count(*left.term) > most_terms)
            throw FormulaError(0,
                               "is too long: each `until` whose window begins after 0 repeats "
                               "its left operand; shorten it");
        return left;
    }

    Operand read_unary() {
        if (++depth_ > deepest) fail_at(now(), "is nested too deeply");
        Operand operand;
        if (take("not")) {
            operand = {negated(to_term(read_unary()))};
        } else if (is("always") || is("eventually")) {
            const bool is_always = is("always");
            ++next_;
            const Bounds window = read_window();
            TermPointer inner = to_term(read_unary());
            operand = {is_always ? always(window.from_ns, window.to_ns, std::move(inner))
                                 : eventually(window.from_ns, window.to_ns, std::move(inner))};
        } else {
            operand = read_comparison();
        }
        --depth_;
        return operand;
    }

    Bounds read_window() {
        Bounds window;
        if (!take("[")) return window;
        const Token first = now();
        window.from_ns = read_time();
        expect(",", "between the limits of a window");
        window.to_ns = read_time();
        expect("]", "after a window");
        if (window.to_ns < window.from_ns)
            throw FormulaError(first.place, "the end of a window must not be before its begin");
        return window;
    }

    /// Reads a time; without a unit it is in seconds.
    std::int64_t read_time() {
        const Token token = now();
        if (token.kind != Token::Kind::number) fail_at(token, "expected a time in seconds", false);
        ++next_;
        const auto factor = unit_factor(token.unit.empty() ? "s" : token.unit, "s");
        if (!factor)
            throw FormulaError(
                token.place,
                "'" + token.unit + "' is not a unit of time; units are " + units_like("s"));
        const double time_s = token.number * *factor;
        if (time_s > longest_window_s)
            throw FormulaError(token.place, "a window must not be longer than 1000000000 s");
        return std::llround(time_s * 1e9);
    }

    // --- comparisons
    Operand read_comparison() {
        Operand left = read_sum();
        const Token sign = now();
        const auto relation =
            sign.kind == Token::Kind::sign ? relation_of(sign.text) : std::nullopt;
        if (!relation) return left;
        ++next_;
        Operand right = read_sum();
        Measured a = to_expression(std::move(left), sign),
                 b = to_expression(std::move(right), sign);
        if (now().kind == Token::Kind::sign && relation_of(now().text))
            fail_at(now(), "is a second comparison; write a < b and b < c");
        Comparison comparison{text_of(a), text_of(b), *relation};
        bring_together(a, b);
        return {added(std::move(comparison), std::move(a), std::move(b))};
    }

    TermPointer added(Comparison comparison, Measured left, Measured right) {
        comparison.has_column = left.has_column || right.has_column;
        comparison.has_summary = left.has_summary || right.has_summary;
        comparison.left = std::move(left.steps);
        comparison.right = std::move(right.steps);
        formula_.comparisons.push_back(std::move(comparison));
        auto term = std::make_unique<Term>();
        term->comparison = formula_.comparisons.size() - 1;
        return term;
    }

    std::string text_of(const Measured& expression) const {
        return text_.substr(expression.place, expression.end - expression.place);
    }

    /// Converts an operand to a term. A column without a comparison is a flag, true from 0.5.
    TermPointer to_term(Operand operand) {
        if (operand.term) return std::move(operand.term);
        Measured& flag = operand.expression;
        const bool is_flag =
            flag.steps.size() == 1 && !flag.is_plain && (flag.unit.empty() || flag.unit == "1");
        if (!is_flag)
            throw FormulaError(flag.place,
                               "'" + text_of(flag) +
                                   "' is a number, but a condition is expected; compare "
                                   "it, as in x < 1");
        Measured half;
        half.steps.push_back({Step::Kind::number, 0.5});
        std::string name = text_of(flag);  // perhaps in parentheses
        name.erase(0, name.find_first_not_of("( \t\n"));
        name.erase(name.find_last_not_of(") \t\n") + 1);
        Comparison comparison{std::move(name), "", Relation::at_least};
        return added(std::move(comparison), std::move(flag), std::move(half));
    }

    Measured to_expression(Operand operand, const Token& sign) {
        if (operand.term) fail_at(sign, "needs numbers on both sides, not a condition");
        return std::move(operand.expression);
    }

    // --- numbers
    Operand read_sum() { return read_chain("+", Step::Kind::add, "-", Step::Kind::subtract); }
    Operand read_product() {
        return read_chain("*", Step::Kind::multiply, "/", Step::Kind::divide);
    }

    Operand read_chain(const char* first, Step::Kind of_first, const char* second,
                       Step::Kind of_second) {
        const bool is_sum = of_first == Step::Kind::add;
        Operand left = is_sum ? read_product() : read_factor();
        while (is(first) || is(second)) {
            const Token sign = now();
            ++next_;
            Operand right = is_sum ? read_product() : read_factor();
            Measured a = to_expression(std::move(left), sign);
            Measured b = to_expression(std::move(right), sign);
            left = {nullptr, combined(sign.text == first ? of_first : of_second, std::move(a),
                                      std::move(b))};
        }
        return left;
    }

    Operand read_factor() {
        const Token token = now();
        if (take("-")) {
            if (++depth_ > deepest) fail_at(token, "is nested too deeply");
            Measured inner = to_expression(read_factor(), token);
            --depth_;
            inner.steps.push_back({Step::Kind::negate});
            inner.place = token.place;
            return {nullptr, std::move(inner)};
        }
        if (take("(")) return read_parentheses(token);
        ++next_;
        if (token.kind == Token::Kind::number) return {nullptr, number(token)};
        if (token.kind == Token::Kind::name && token.text == "abs" && is("(")) {
            Operand inner = read_factor();
            Measured value = to_expression(std::move(inner), token);
            value.steps.push_back({Step::Kind::absolute});
            value.place = token.place;
            return {nullptr, std::move(value)};
        }
        if (token.kind == Token::Kind::name) return {nullptr, named(token)};
        --next_;
        fail_at(token, "expected a column, a number or (", false);
    }

    Operand read_parentheses(const Token& open) {
        Operand inner = read_implication();
        const std::size_t end = now().end;
        expect(")", ("for the ( at character " + std::to_string(open.place + 1)).c_str());
        inner.expression.place = open.place;
        inner.expression.end = end;
        return inner;
    }

    static Measured number(const Token& token) {
        Measured value;
        value.steps.push_back({Step::Kind::number, token.number});
        value.unit = token.unit;
        value.is_plain = token.unit.empty();
        value.place = token.place;
        value.end = token.end;
        return value;
    }

    Measured named(const Token& token) {
        constexpr const char* prefix = "summary.";
        constexpr std::size_t length = 8;
        Measured value;
        value.place = token.place;
        value.end = token.end;
        value.is_plain = false;
        if (token.text.compare(0, length, prefix) == 0)
            take_summary(token, token.text.substr(length), value);
        else
            take_column(token, value);
        return value;
    }

    void take_summary(const Token& token, const std::string& key, Measured& value) {
        const auto& keys = vocabulary_.summary_keys;
        if (keys.empty()) fail_at(token, "needs a summary");
        if (std::find(keys.begin(), keys.end(), key) == keys.end())
            throw FormulaError(token.place,
                               "the summary has no number '" + key + "'" + hint(key, keys));
        value.steps.push_back({Step::Kind::summary, 0, index_in(formula_.summary_keys, key)});
        value.unit = column_unit(key);
        value.has_summary = true;
    }

    void take_column(const Token& token, Measured& value) {
        const auto unit = vocabulary_.unit_of(token.text);
        if (!unit)
            throw FormulaError(token.place, "there is no column '" + token.text + "'" +
                                                hint(token.text, vocabulary_.columns));
        value.steps.push_back({Step::Kind::column, 0, index_in(formula_.columns, token.text)});
        value.unit = *unit;
        value.has_column = true;
    }

    const std::string& text_;
    const Vocabulary& vocabulary_;
    std::vector<Token> tokens_;
    std::size_t next_ = 0;
    std::size_t depth_ = 0;
    Formula formula_;
};

}  // namespace

Vocabulary vocabulary_of(const std::vector<std::string>& columns,
                         std::vector<std::string> summary_keys) {
    const std::unordered_set<std::string> known(columns.begin(), columns.end());
    const auto unit_of = [known](const std::string& name) -> std::optional<std::string> {
        return known.count(name) > 0 ? std::optional(column_unit(name)) : std::nullopt;
    };
    return {unit_of, columns, std::move(summary_keys)};
}

Formula parse_formula(const std::string& text, const Vocabulary& vocabulary) {
    if (text.size() > longest_text)
        throw FormulaError(longest_text, "a formula must not have more than 10000 characters");
    return Parser(text, vocabulary).read();
}

}  // namespace gateway::requirement
