// SPDX-License-Identifier: MIT
#include "page.hpp"

#include "formulas.hpp"
#include "page/markup.hpp"
#include "page/parts.hpp"
#include "robustness_plots.hpp"

#include <algorithm>
#include <cmath>

namespace gateway::campaign {
namespace {

using namespace page;

/// A number of runs of one kind, with a word and a sign, since some readers cannot distinguish
/// colours.
struct Share {
    const char* kind;
    const char* word;
    std::uint64_t count;
};

std::string run_name(std::uint64_t run) {
    return "run\u00a0" + std::to_string(run);
}

std::string share_bar(const std::vector<Share>& shares, std::uint64_t runs) {
    std::string parts;
    for (const Share& each : shares)
        if (each.count > 0)
            parts += element("i", "",
                             of_class("is-" + std::string(each.kind)) +
                                 " style=\"flex:" + std::to_string(each.count) + "\" title=\"" +
                                 figure(each.count) + " of " + figure(runs) + "\"");
    return element("div", parts, of_class("share"));
}

std::vector<Share> shares_of(const Findings& found) {
    const Tally& tally = found.tally;
    std::vector<Share> shares;
    if (tally.done > 0) shares.push_back({"pass", "done, without requirements", tally.done});
    if (tally.done == 0 || tally.passed + tally.failed > 0) {
        shares.push_back({"pass", "\u25cf pass", tally.passed});
        shares.push_back({"fail", "\u2715 fail", tally.failed});
    }
    shares.push_back({"error", "\u25b2 error", tally.errors});
    if (tally.skipped > 0) shares.push_back({"missing", "\u25cb skipped", tally.skipped});
    shares.push_back({"missing", "\u25cb missing", found.absent()});
    return shares;
}

std::string totals(const Findings& found) {
    std::string boxes;
    for (const Share& each : shares_of(found))
        boxes +=
            element("div",
                    element("b", figure(each.count)) + std::string(each.word) + " \u00b7 " +
                        percent(static_cast<double>(each.count) / static_cast<double>(found.runs)),
                    of_class("is-" + std::string(each.kind)));
    return element("div", boxes, of_class("totals")) + share_bar(shares_of(found), found.runs);
}

/// The sentence at the top of the report.
std::string verdict_sentence(const Findings& found) {
    std::string failing;
    std::size_t count = 0;
    for (const RequirementFindings& each : found.requirements)
        if (each.failed > 0 && ++count <= 3)
            failing += (failing.empty() ? "" : ", ") + escaped(each.name) + " in " +
                       plural(each.failed, "run");
    if (count > 3) failing += ", and " + std::to_string(count - 3) + " more";
    const bool is_whole = found.absent() == 0 && found.tally.errors == 0;
    if (count > 0)
        return "\u2715 " + std::to_string(count) + " of " +
               plural(found.requirements.size(), "requirement") + " failed: " + failing +
               (is_whole ? "." : "; not all runs were evaluated.");
    if (!is_whole) return "\u25b2 Not all runs were evaluated; none of the evaluated ones failed.";
    if (found.requirements.empty()) return "All runs were executed. They have no requirements.";
    return "\u25cf Every run met all requirements.";
}

std::string verdict_class(const Findings& found) {
    if (found.tally.failed > 0) return "verdict is-fail";
    if (found.absent() > 0 || found.tally.errors > 0) return "verdict is-error";
    return "verdict is-pass";
}

std::string header(const Findings& found, const Plan& plan) {
    const std::string source = plan.base().files().front().source;
    const std::string name = source.substr(source.rfind('/') + 1);
    std::string about = plural(found.runs, "run") + " of design " + name_of(plan.design()) +
                        " with " + plural(plan.parameters().size(), "parameter") + ", seed " +
                        std::to_string(plan.campaign_seed());
    about += plan.is_repeatable() ? "; repeatable"
                                  : "; not repeatable: the same run may have another result";
    if (!found.stopped.empty()) about += "; " + escaped(found.stopped);
    std::string inside =
        element("h1", "Campaign over " + escaped(name)) + element("p", about, of_class("muted")) +
        element("p", verdict_sentence(found), of_class(verdict_class(found))) + totals(found);
    if (!found.missing.empty())
        inside += element("p", "Missing runs: " + found.missing, of_class("note"));
    return element("section", inside) + "\n";
}

std::string interval_text(const RequirementFindings& found) {
    if (!found.failure_rate) return "\u2013";
    return percent(found.failure_rate->low) + " to " + percent(found.failure_rate->high);
}

std::string verdict_word(const RequirementFindings& found, const Findings& all) {
    if (found.failed > 0) return element("span", "\u2715\u00a0fail", of_class("is-fail"));
    if (all.unjudged(found) > 0)
        return element("span", "\u25b2\u00a0not\u00a0all\u00a0judged", of_class("is-error"));
    return element("span", "\u25cf\u00a0pass", of_class("is-pass"));
}

std::string worst_text(const RequirementFindings& found) {
    if (found.judged() == 0) return "\u2013";
    return figure(found.worst.robustness) + " in " + run_name(found.worst.run);
}

std::string requirement_row(const RequirementFindings& found, const Findings& all,
                            const RequirementText& text) {
    std::string origin = text.id;
    if (!text.source.empty()) origin += (origin.empty() ? "" : ", ") + text.source;
    if (!origin.empty()) origin = "<br>" + escaped(origin);
    return row(element("td",
                       element("strong", escaped(found.name)) + origin + "<br>" +
                           element("code", escaped(text.formula), of_class("muted")),
                       of_class("path")) +
               cell(verdict_word(found, all)) + number_cell(figure(found.passed)) +
               number_cell(figure(found.failed)) + number_cell(figure(all.errors(found))) +
               number_cell(figure(all.absent())) +
               number_cell(found.judged() > 0 ? percent(found.rate()) : "\u2013") +
               number_cell(interval_text(found)) + number_cell(worst_text(found)));
}

std::string requirements_section(const Findings& found, const RequirementTexts& texts) {
    if (found.requirements.empty()) return {};
    std::string rows;
    for (const RequirementFindings& each : found.requirements)
        rows += requirement_row(each, found, text_of(texts, each.name));
    const std::string note =
        found.no_interval.empty()
            ? "The rate is that of the evaluated runs. The interval is that of Clopper and Pearson "
              "with a confidence of 95\u202f%. Both exclude errors and missing runs."
            : "The rate is that of the evaluated runs. It has no confidence interval: " +
                  escaped(found.no_interval) + ".";
    return section("Requirements", table({"requirement", "", "#pass", "#fail", "#error", "#missing",
                                          "#fails", "#interval", "#worst robustness"},
                                         rows) +
                                       element("p", note, of_class("note")));
}

std::string outcome_word(const FaultResult& result) {
    if (!result.outcome) return element("span", "\u25cb\u00a0missing", of_class("is-missing"));
    if (*result.outcome == RunOutcome::error)
        return element("span", "\u25b2\u00a0error", of_class("is-error"));
    if (*result.outcome == RunOutcome::fail)
        return element("span", "\u2715\u00a0fail", of_class("is-fail"));
    return element("span", "\u25cf\u00a0pass", of_class("is-pass"));
}

std::string effect_cell(const FaultResult& result, const std::string& requirement) {
    for (const FaultEffect& each : result.effects) {
        if (each.requirement != requirement) continue;
        const bool has_failed = each.verdict == requirement::Verdict::fail;
        const std::string number = each.robustness ? figure(*each.robustness) : "\u2013";
        return number_cell(element("span", (has_failed ? "\u2715\u00a0" : "") + number,
                                   of_class(has_failed ? "is-fail" : "")));
    }
    return number_cell("\u2013");
}

std::string fault_row(const FaultResult& result, const std::vector<std::string>& requirements) {
    const std::string name =
        result.fault.empty() ? element("em", "none") : element("strong", escaped(result.fault));
    const std::string what = result.kind.empty() ? "" : result.kind + " of " + result.target;
    std::string cells = element("td", name, of_class("path")) + cell(escaped(what)) +
                        cell(outcome_word(result)) + number_cell(figure(result.activities));
    for (const auto& time_s : result.reactions) {
        const std::string text = text_of_reaction(time_s);
        cells += number_cell(text.empty() ? "\u2013" : text);
    }
    for (const std::string& each : requirements) cells += effect_cell(result, each);
    return row(cells + number_cell(std::to_string(result.run)));
}

/// The runs of design `each_fault`: what each fault does, and the times of the reaction to it.
std::string faults_section(const Findings& found) {
    if (found.faults.empty()) return {};
    const std::vector<std::string> requirements = requirements_of(found.faults);
    std::vector<std::string> columns{"fault",     "kind and target", "",          "#active",
                                     "#detected", "#reacted",        "#recovered"};
    for (const std::string& each : requirements) columns.push_back("#" + escaped(each));
    columns.emplace_back("#run");
    std::string rows;
    for (const FaultResult& each : found.faults) rows += fault_row(each, requirements);
    return section("Faults",
                   table(columns, rows) +
                       element("p",
                               "In each run only one fault is enabled. Times are since its begin, "
                               "the longest of all activities. The columns of requirements have "
                               "their worst robustness.",
                               of_class("note")));
}

std::string share_text(const ParameterPlot& plot) {
    if (!plot.share) return {};
    return element("span", " \u00b7 explains " + percent(std::round(*plot.share * 100) / 100),
                   of_class("muted"));
}

std::string figures(const RequirementFindings& found, const RequirementPlots& plots) {
    std::string all = plot_figure("Distribution of the robustness", svg_of(plots.histogram));
    if (found.failed > 0 && plots.map)
        all += plot_figure("Failures by parameter", svg_of(*plots.map));
    for (const ParameterPlot& each : plots.scatters)
        all += plot_figure(element("strong", escaped(each.path)) + share_text(each),
                           svg_of(each.scatter));
    return element("div", all, of_class("plots"));
}

std::string legend(const RequirementFindings& found, const RequirementPlots& plots,
                   std::size_t parameters) {
    std::string text =
        element("span", "\u25cf", of_class("is-pass")) + " met, " +
        element("span", "\u2715", of_class("is-fail")) +
        " failed: robustness below 0 (dashed). The line is the median of twelve groups of equal "
        "size. A parameter explains the part of the variance of robustness that is between the "
        "groups. ";
    text += plots.drawn < found.judged()
                ? figure(plots.drawn) + " of " + figure(found.judged()) +
                      " runs are drawn, failed ones first; the histogram is that of an unbiased "
                      "sample."
                : "All runs are drawn.";
    if (plots.beyond > 0)
        text += " " + figure(plots.beyond) + " of them are out of range, and drawn at the edge.";
    if (plots.scatters.size() < parameters)
        text += " " + std::to_string(plots.scatters.size()) + " of " +
                plural(parameters, "parameter") +
                " are shown: those with numbers or few values that explain most.";
    return element("p", text, of_class("note"));
}

/// Two bars for each parameter: its effect alone, and together with all others.
std::string sensitivity_bars(const RequirementFindings& found, const Plan& plan) {
    if (found.sensitivities.empty()) return {};
    const auto bar = [](double part) {
        const double length = std::isfinite(part) ? std::clamp(part, 0.0, 1.0) : 0.0;
        char style[40];
        std::snprintf(style, sizeof style, "style=\"width:%.1f%%\"", 100 * length);
        return element("i", "", style);
    };
    std::string rows;
    for (std::size_t i = 0; i < found.sensitivities.size(); ++i) {
        const Sensitivity& each = found.sensitivities[i];
        rows += element("span", escaped(plan.parameters()[i].path)) +
                element("div", bar(each.first) + bar(each.total)) +
                element("span", figure(std::round(each.first * 1000) / 1000) + " \u00b7 " +
                                    figure(std::round(each.total * 1000) / 1000));
    }
    return element("p",
                   "Sobol indices: the part of the variance of robustness that is caused by a "
                   "parameter alone, and together with all others",
                   "style=\"margin-top:16px\"") +
           element("div", rows, of_class("bars"));
}

std::string plots_section(const RequirementFindings& found, const Plan& plan,
                          const std::string& formula) {
    const RequirementPlots plots = plots_of(found, plan);
    return section(escaped(found.name), element("p", element("code", escaped(formula))) +
                                            legend(found, plots, plan.parameters().size()) +
                                            figures(found, plots) + sensitivity_bars(found, plan));
}

/// The values of a run, or the enabled fault.
std::string values_text(const WorstRun& worst, const Plan& plan, const Findings& found) {
    if (!found.faults.empty()) {
        const std::string& fault = found.faults.at(worst.point.run).fault;
        return fault.empty() ? "no fault" : escaped(fault);
    }
    std::string values;
    for (std::size_t i = 0; i < plan.parameters().size(); ++i)
        values += (values.empty() ? "" : "<br>") + escaped(plan.parameters()[i].path) + " = " +
                  escaped(word_of((*worst.point.values)[i]));
    return values;
}

std::string worst_row(const WorstRun& worst, const std::string& values,
                      const Provenance& provenance) {
    const std::string command = "ddc-gateway campaign rerun " + shell_word(provenance.folder) +
                                " " + std::to_string(worst.point.run);
    return row(number_cell(std::to_string(worst.point.run)) +
               element("td",
                       element("strong", escaped(worst.requirement)) + "<br>" +
                           element("span", escaped(worst.reason), of_class("muted")),
                       of_class("path")) +
               number_cell(element("span", figure(worst.point.robustness),
                                   of_class(worst.point.has_failed ? "is-fail" : ""))) +
               number_cell(figure(worst.time_s)) + element("td", values, of_class("values")) +
               element("td", element("code", escaped(command)), of_class("path")));
}

std::string worst_section(const Findings& found, const Plan& plan, const Provenance& provenance) {
    if (found.worst.empty()) return {};
    std::string rows;
    for (const WorstRun& each : found.worst)
        rows += worst_row(each, values_text(each, plan, found), provenance);
    return section(
        "The worst runs",
        table({"#run", "requirement", "#robustness", "#at s", "values", "command"}, rows));
}

std::string columns_section(const Findings& found) {
    std::vector<std::string> columns{"column", "#runs", "#mean", "#least"};
    for (const double part : quantile_parts()) columns.push_back("#" + percent(part));
    columns.push_back("#greatest");
    std::string rows;
    for (const ColumnFindings& each : found.columns) {
        std::string cells = element("td", escaped(each.path), of_class("path")) +
                            number_cell(figure(each.count)) + number_cell(figure(each.mean)) +
                            number_cell(figure(each.least));
        for (const double quantile : each.quantiles) cells += number_cell(figure(quantile));
        rows += row(cells + number_cell(figure(each.greatest)));
    }
    const std::string note =
        found.sample < found.tally.present()
            ? element("p",
                      "Quantiles are those of an unbiased sample of " +
                          plural(found.sample, "run") + "; other values are those of all runs.",
                      of_class("note"))
            : "";
    return section("Quantiles of every column",
                   element("div", table(columns, rows), of_class("dense")) + note);
}

std::string provenance_section(const Findings& found, const Plan& plan,
                               const Provenance& provenance) {
    std::string rows = fact("plan", element("code", plan.digest()));
    rows += fact("planned with", "ddc-gateway " + escaped(plan.gateway()));
    for (const auto& [file, digest] : plan.programs())
        rows += fact("program", escaped(file) + "<br>" + element("code", digest));
    for (const FrozenFile& file : plan.base().files())
        rows += fact("file", escaped(file.source.empty() ? file.name + " (default)" : file.source) +
                                 "<br>" + element("code", escaped(file.digest)));
    for (const Machine& each : provenance.machines)
        rows += fact(
            "machine",
            escaped(each.host + ", " + each.processor + ", " + each.kernel + ", glibc " +
                    each.glibc + ", ddc-gateway " + each.gateway) +
                "<br>" + plural(each.files, "file") + " of results, workers started " +
                escaped(each.first_start) +
                (each.first_start == each.last_start ? "" : " to " + escaped(each.last_start)));
    rows += fact("results", plural(found.tally.present(), "run") + " of " + figure(found.runs) +
                                (found.stopped.empty() ? "" : "; " + escaped(found.stopped)));
    return section("Provenance", table_of_facts(rows));
}

}  // namespace

std::string page_of(const Findings& findings, const Plan& plan, const Provenance& provenance) {
    // These are the formulas of the base configuration; parameters may change them in single runs.
    const RequirementTexts texts = requirement_texts(plan.base().files().front().text);
    std::string body =
        header(findings, plan) + faults_section(findings) + requirements_section(findings, texts);
    for (const RequirementFindings& each : findings.requirements)
        if (findings.faults.empty())
            body += plots_section(each, plan, text_of(texts, each.name).formula);
    body += worst_section(findings, plan, provenance) + columns_section(findings) +
            provenance_section(findings, plan, provenance);
    return document("Campaign report", body);
}

}  // namespace gateway::campaign
