// SPDX-License-Identifier: MIT
#include "outcome_table.hpp"

#include "page/markup.hpp"
#include "page/parts.hpp"

#include <algorithm>

namespace gateway {
namespace {

using namespace page;
using requirement::Outcome;
using requirement::Verdict;

std::string verdict_word(Verdict verdict) {
    if (verdict == Verdict::pass) return element("span", "\u25cf\u00a0pass", of_class("is-pass"));
    if (verdict == Verdict::fail) return element("span", "\u2715\u00a0fail", of_class("is-fail"));
    return element("span", "\u25b2\u00a0error", of_class("is-error"));
}

std::string requirement_name(const std::string& name, const std::string& formula) {
    return element("td",
                   element("strong", escaped(name)) + "<br>" +
                       element("code", escaped(formula), of_class("muted")),
                   of_class("path"));
}

std::string outcome_row(const Outcome& outcome, const std::string& formula) {
    return row(requirement_name(outcome.name, formula) + cell(verdict_word(outcome.verdict)) +
               number_cell(figure(outcome.robustness)) + number_cell(figure(outcome.time_s)) +
               element("td", escaped(outcome.reason), of_class("path")));
}

}  // namespace

std::size_t count(const std::vector<Outcome>& outcomes, Verdict verdict) {
    return static_cast<std::size_t>(
        std::count_if(outcomes.begin(), outcomes.end(),
                      [&](const Outcome& each) { return each.verdict == verdict; }));
}

std::string outcome_table(const std::vector<Outcome>& outcomes,
                          const campaign::RequirementTexts& texts) {
    std::string rows;
    for (const Outcome& each : outcomes)
        rows += outcome_row(each, text_of(texts, each.name).formula);
    if (outcomes.empty())
        for (const auto& [name, text] : texts)
            rows += row(requirement_name(name, text.formula) + cell("not evaluated") +
                        number_cell("") + number_cell("") + cell(""));
    if (rows.empty()) return rows;
    return table({"requirement", "", "#robustness", "#decisive time [s]", "reason"}, rows);
}

}  // namespace gateway
