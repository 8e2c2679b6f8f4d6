// SPDX-License-Identifier: MIT
#include "check.hpp"

#include "rule.hpp"

#include <ddc/interface/visible.hpp>

namespace gateway::fmu {
namespace {

constexpr std::size_t most_texts = 20;

std::vector<Rule> all_rules() {
    std::vector<Rule> all;
    for (auto* subject :
         {document_rules, unit_rules, name_rules, variable_rules, structure_rules, terminal_rules})
        for (const Rule& rule : subject()) all.push_back(rule);
    return all;
}

}  // namespace

void Report::add(const std::string& what, const std::string& reason) {
    if (texts_.size() == most_texts)
        ++more_;
    else
        texts_.push_back(ddc::interface::visible(what.empty() ? reason : what + ": " + reason));
}

std::vector<std::string> Report::texts() const {
    std::vector<std::string> all = texts_;
    if (more_ > 0) all.push_back("and " + std::to_string(more_) + " more");
    return all;
}

const std::vector<Rule>& rules() {
    static const std::vector<Rule> all = all_rules();
    return all;
}

std::vector<Violation> check(const Fmu& fmu) {
    std::vector<Violation> all;
    for (const Rule& rule : rules()) {
        Report report;
        rule.check(fmu, report);
        for (const std::string& text : report.texts())
            all.push_back({rule.id, rule.severity, text});
    }
    return all;
}

std::string to_string(const Violation& violation) {
    return (violation.severity == Severity::error ? "error: " : "warning: ") + violation.rule +
           ": " + violation.text;
}

}  // namespace gateway::fmu
