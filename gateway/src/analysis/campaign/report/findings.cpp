// SPDX-License-Identifier: MIT
#include "findings.hpp"

#include "campaign/results/results.hpp"
#include "campaign/store/flat_values.hpp"
#include "campaign/store/gaps.hpp"
#include "even_sample.hpp"
#include "page/markup.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>

namespace gateway::campaign {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_in_sample = 50'000, most_points = 2000, most_failures = 1000;
constexpr std::size_t most_worst = 10;
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

/// The result of one requirement in a row.
struct Judgement {
    std::string verdict, reason;
    double robustness = undefined, time_s = undefined;

    bool has_failed() const { return verdict == "fail"; }
    bool is_judged() const { return has_failed() || verdict == "pass"; }
    RunPoint point(std::uint64_t run) const {
        const double otherwise = has_failed() ? -infinite : infinite;
        return {run, std::isnan(robustness) ? otherwise : robustness, has_failed()};
    }
};

/// Whether a value is the seed of a run, which is not a quantity.
bool is_seed(const FlatValue& value) {
    return value.keys.size() == 2 && value.keys[0] == "summary" && value.keys[1] == "seed";
}

/// Orders failed runs first, then by robustness.
bool is_worse(const RunPoint& a, const RunPoint& b) {
    return std::tuple(!a.has_failed, a.robustness, a.run) <
           std::tuple(!b.has_failed, b.robustness, b.run);
}

class RequirementCounter {
  public:
    RequirementCounter(std::string name, std::uint64_t in_order) : in_order_(in_order, undefined) {
        found_.name = std::move(name);
    }

    void add(const RunPoint& point, double time_s) {
        if (found_.judged() == 0 || is_worse(point, found_.worst)) {
            found_.worst = point;
            found_.worst_time_s = time_s;
        }
        ++(point.has_failed ? found_.failed : found_.passed);
        points_.add(point.run, point);
        if (point.has_failed) failures_.add(point.run, point);
        if (point.run < in_order_.size()) in_order_[point.run] = point.robustness;
    }
    RequirementFindings finish(bool has_interval, std::size_t parameters) {
        for (const auto& each : points_.items()) found_.points.push_back(each.second);
        for (const auto& each : failures_.items()) found_.failures.push_back(each.second);
        if (has_interval && found_.judged() > 0)
            found_.failure_rate = clopper_pearson(found_.failed, found_.judged(), confidence);
        if (!in_order_.empty()) found_.sensitivities = sensitivities(parameters);
        return std::move(found_);
    }

  private:
    /// The sensitivities from the complete groups of runs: A, B, and for each parameter A with its
    /// column of B.
    std::vector<Sensitivity> sensitivities(std::size_t parameters) const {
        const std::size_t size = parameters + 2;
        std::vector<std::vector<double>> columns(size);
        for (std::size_t first = 0; first + size <= in_order_.size(); first += size) {
            const auto begin = in_order_.begin() + static_cast<std::ptrdiff_t>(first);
            const auto end = begin + static_cast<std::ptrdiff_t>(size);
            if (!std::all_of(begin, end, [](double each) { return std::isfinite(each); })) continue;
            for (std::size_t i = 0; i < size; ++i) columns[i].push_back(in_order_[first + i]);
        }
        std::vector<Sensitivity> all;
        if (columns[0].size() < 2) return all;
        for (std::size_t i = 2; i < size; ++i)
            all.push_back(sensitivity(columns[0], columns[1], columns[i]));
        return all;
    }

    RequirementFindings found_;
    EvenSample<RunPoint> points_{most_points}, failures_{most_failures};
    std::vector<double> in_order_;  ///< robustness of each run, for sensitivities
};

class FindingsCounter {
  public:
    explicit FindingsCounter(const Plan& plan) : plan_(plan), faults_(plan) {
        found_.runs = plan.runs();
        if (plan.design() != DesignKind::random)
            found_.no_interval =
                "runs of design " + name_of(plan.design()) + " are not independent of each other";
        else if (!plan.stop_rules().is_empty())
            found_.no_interval = "a stop rule determines the number of runs by their results";
    }

    void add(const Row& row) {
        gaps_.add(row.run);
        faults_.add(row);
        found_.tally.add(outcome_of(row));
        std::fill(numbers_.begin(), numbers_.end(), undefined);
        judgements_.clear();
        values_.assign(plan_.parameters().size(), {});
        for_each_value(row.result, [&](const FlatValue& value) { take(value); });
        sample_.add(row.run, numbers_);
        WorstRun worst;
        const auto values = std::make_shared<const RunValues>(values_);
        for (const auto& [name, judgement] : judgements_) {
            RunPoint point = judgement.point(row.run);
            point.values = values;
            judge(point, name, judgement, worst);
        }
        if (!worst.requirement.empty()) add_worst(worst);
    }

    Findings finish(const std::optional<StopDecision>& stopped) {
        if (stopped) {
            found_.runs = stopped->run + 1;
            found_.stopped = to_string(*stopped);
        }
        gaps_.finish(found_.runs);
        found_.missing = gaps_.text();
        found_.sample = sample_.size();
        for (RequirementCounter& each : requirements_)
            found_.requirements.push_back(
                each.finish(found_.no_interval.empty(), plan_.parameters().size()));
        add_quantiles();
        found_.faults = faults_.finish();
        return std::move(found_);
    }

  private:
    void take(const FlatValue& value) {
        const auto number = number_of(value.value);
        if (number && !is_seed(value)) add_number(value.path, *number);
        if (value.keys.size() == 2 && value.keys[0] == "parameters") take_parameter(value);
        if (value.keys.size() != 3 || value.keys[0] != "requirements") return;
        Judgement& judgement = judgement_of(value.keys[1]);
        const auto* text = std::get_if<std::string>(&value.value);
        if (text && value.keys[2] == "verdict") judgement.verdict = *text;
        if (text && value.keys[2] == "reason") judgement.reason = *text;
        if (number && value.keys[2] == "robustness") judgement.robustness = *number;
        if (number && value.keys[2] == "time_s") judgement.time_s = *number;
    }
    /// Adds a value of a parameter; the items of a list arrive one by one.
    void take_parameter(const FlatValue& value) {
        const auto& all = plan_.parameters();
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].path != value.keys[1]) continue;
            if (value.path == "parameters." + all[i].path)
                values_[i] = value.value;
            else
                values_[i] = word_of(values_[i]) + (word_of(values_[i]).empty() ? "" : ", ") +
                             (value.text.empty() ? word_of(value.value) : value.text);
        }
    }
    Judgement& judgement_of(const std::string& name) {
        if (judgements_.empty() || judgements_.back().first != name)
            judgements_.emplace_back(name, Judgement());
        return judgements_.back().second;
    }
    void add_number(const std::string& path, double number) {
        const auto [place, is_new] = columns_.emplace(path, found_.columns.size());
        if (is_new) {
            found_.columns.push_back({path});
            numbers_.push_back(undefined);
        }
        ColumnFindings& column = found_.columns[place->second];
        ++column.count;
        column.least = std::min(column.least, number);
        column.greatest = std::max(column.greatest, number);
        column.mean += (number - column.mean) / static_cast<double>(column.count);
        numbers_[place->second] = number;
    }
    void judge(const RunPoint& point, const std::string& name, const Judgement& judgement,
               WorstRun& worst) {
        RequirementCounter& counter = counter_of(name);
        if (!judgement.is_judged()) return;
        counter.add(point, judgement.time_s);
        if (worst.requirement.empty() || is_worse(point, worst.point))
            worst = {point, name, judgement.reason, judgement.time_s};
    }
    RequirementCounter& counter_of(const std::string& name) {
        const auto [place, is_new] = names_.emplace(name, requirements_.size());
        const bool has_order = plan_.design() == DesignKind::sensitivity;
        if (is_new) requirements_.emplace_back(name, has_order ? plan_.runs() : 0);
        return requirements_[place->second];
    }
    void add_worst(const WorstRun& run) {
        const auto place = std::upper_bound(
            found_.worst.begin(), found_.worst.end(), run,
            [](const WorstRun& a, const WorstRun& b) { return is_worse(a.point, b.point); });
        found_.worst.insert(place, run);
        if (found_.worst.size() > most_worst) found_.worst.pop_back();
    }
    void add_quantiles() {
        const auto rows = sample_.items();
        for (std::size_t i = 0; i < found_.columns.size(); ++i) {
            std::vector<double> values;
            for (const auto& row : rows)
                if (i < row.second.size() && !std::isnan(row.second[i]))
                    values.push_back(row.second[i]);
            found_.columns[i].quantiles = quantiles(std::move(values), quantile_parts());
        }
    }

    const Plan& plan_;
    Findings found_;
    FaultResults faults_;
    Gaps gaps_;
    std::unordered_map<std::string, std::size_t> columns_, names_;
    RunValues values_;                                           ///< of the current row
    std::vector<double> numbers_;                                ///< of the current row, by column
    std::vector<std::pair<std::string, Judgement>> judgements_;  ///< of the current row
    std::vector<RequirementCounter> requirements_;
    EvenSample<std::vector<double>> sample_{most_in_sample};
};

/// The number, or null if it is not finite, which JSON does not support.
ordered_json finite(double number) {
    return std::isfinite(number) ? ordered_json(number) : ordered_json(nullptr);
}

ordered_json json_of(const RequirementFindings& found, const Findings& all, const Plan& plan) {
    ordered_json json{{"pass", found.passed},
                      {"fail", found.failed},
                      {"error", all.errors(found)},
                      {"skipped", all.tally.skipped},
                      {"missing", all.absent()},
                      {"failure_rate", found.judged() > 0 ? finite(found.rate()) : nullptr},
                      {"interval", nullptr}};
    if (found.failure_rate) json["interval"] = {found.failure_rate->low, found.failure_rate->high};
    if (found.judged() > 0)
        json["worst"] = {{"run", found.worst.run},
                         {"robustness", finite(found.worst.robustness)},
                         {"time_s", finite(found.worst_time_s)}};
    for (std::size_t i = 0; i < found.sensitivities.size(); ++i)
        json["sensitivity"][plan.parameters()[i].path] = {
            {"first", finite(found.sensitivities[i].first)},
            {"total", finite(found.sensitivities[i].total)}};
    return json;
}

ordered_json json_of(const ColumnFindings& column) {
    ordered_json json{{"count", column.count},
                      {"min", finite(column.least)},
                      {"max", finite(column.greatest)},
                      {"mean", finite(column.mean)}};
    for (std::size_t i = 0; i < column.quantiles.size(); ++i)
        json["quantiles"].push_back({quantile_parts()[i], finite(column.quantiles[i])});
    return json;
}

}  // namespace

const std::vector<double>& quantile_parts() {
    static const std::vector<double> parts{0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};
    return parts;
}

std::string word_of(const Scalar& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
    if (const auto* real = std::get_if<double>(&value)) return page::figure(*real);
    return {};
}

std::optional<double> number_of(const Scalar& value) {
    if (const auto* real = std::get_if<double>(&value)) return *real;
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    return std::nullopt;
}

double RequirementFindings::rate() const {
    return judged() == 0 ? 0 : static_cast<double>(failed) / static_cast<double>(judged());
}

Findings find(const Plan& plan) {
    FindingsCounter counter(plan);
    const auto stopped = for_each_row(plan, [&](const Row& row) { counter.add(row); });
    return counter.finish(stopped);
}

ordered_json to_json(const Findings& findings, const Plan& plan) {
    const Tally& tally = findings.tally;
    ordered_json json{{"plan", plan.digest()},
                      {"design", name_of(plan.design())},
                      {"repeatable", plan.is_repeatable()},
                      {"runs", findings.runs},
                      {"done", tally.done},
                      {"pass", tally.passed},
                      {"fail", tally.failed},
                      {"error", tally.errors},
                      {"skipped", tally.skipped},
                      {"missing", findings.absent()},
                      {"stopped", findings.stopped},
                      {"confidence", confidence},
                      {"no_interval", findings.no_interval},
                      {"requirements", ordered_json::object()},
                      {"quantiles_of", findings.sample},
                      {"columns", ordered_json::object()},
                      {"worst", ordered_json::array()}};
    for (const RequirementFindings& each : findings.requirements)
        json["requirements"][each.name] = json_of(each, findings, plan);
    for (const ColumnFindings& each : findings.columns) json["columns"][each.path] = json_of(each);
    for (const WorstRun& each : findings.worst)
        json["worst"].push_back({{"run", each.point.run},
                                 {"requirement", each.requirement},
                                 {"robustness", finite(each.point.robustness)},
                                 {"time_s", finite(each.time_s)},
                                 {"reason", each.reason}});
    for (const FaultResult& each : findings.faults) json["faults"].push_back(to_json(each));
    return json;
}

}  // namespace gateway::campaign
