// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace bench {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

ordered_json series_json(const Series& series) {
    return {{"name", series.name},
            {"unit", series.unit},
            {"median", median(series.values)},
            {"spread", spread(series.values)},
            {"values", series.values},
            {"baseline_name", series.baseline_name},
            {"baselines", series.baselines},
            {"ratio", median(ratios(series))}};
}

Series series_of(const json& line) {
    Series series;
    line.at("name").get_to(series.name);
    line.at("unit").get_to(series.unit);
    line.at("baseline_name").get_to(series.baseline_name);
    line.at("values").get_to(series.values);
    line.at("baselines").get_to(series.baselines);
    if (series.values.empty() || series.values.size() != series.baselines.size())
        throw std::runtime_error("\"" + series.name + "\" needs a baseline for each value");
    return series;
}

SuiteReport suite_of(const json& object) {
    SuiteReport report;
    object.at("suite").get_to(report.suite);
    report.error = object.value("error", "");
    for (const json& line : object.at("results")) report.series.push_back(series_of(line));
    return report;
}

/// The series of a line: for a repeated name, the same one in each round.
Series& series_at(SuiteReport& report, std::size_t index, const json& line) {
    if (index == report.series.size())
        report.series.push_back(
            {line.at("name"), line.at("unit"), line.at("baseline_name"), {}, {}});
    if (index > report.series.size() || report.series[index].name != line.at("name"))
        throw std::runtime_error("it has printed other lines than in the round before");
    return report.series[index];
}

}  // namespace

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double spread(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t quarter = values.size() / 4;
    return values[values.size() - 1 - quarter] - values[quarter];
}

std::vector<double> ratios(const Series& series) {
    std::vector<double> all;
    for (std::size_t i = 0; i < series.values.size(); ++i)
        all.push_back(series.baselines[i] != 0 ? series.values[i] / series.baselines[i] : 0);
    return all;
}

void add_round(const std::string& output, SuiteReport& report) {
    const json lines = json::parse(output).at("results");
    for (std::size_t i = 0; i < lines.size(); ++i) {
        Series& series = series_at(report, i, lines[i]);
        series.values.push_back(lines[i].at("value"));
        series.baselines.push_back(lines[i].at("baseline"));
    }
}

ordered_json to_json(const Report& report) {
    ordered_json suites = ordered_json::array();
    for (const SuiteReport& suite : report.suites) {
        ordered_json results = ordered_json::array();
        for (const Series& series : suite.series) results.push_back(series_json(series));
        ordered_json object{{"suite", suite.suite}, {"results", results}};
        if (!suite.error.empty()) object["error"] = suite.error;
        suites.push_back(object);
    }
    return {{"machine", to_json(report.machine)}, {"suites", suites}};
}

Report read_report(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error(path + ": " + std::strerror(errno));
    try {
        const json whole = json::parse(file);
        Report report;
        report.machine = machine_of(whole.at("machine"));
        for (const json& suite : whole.at("suites")) report.suites.push_back(suite_of(suite));
        return report;
    } catch (const std::exception& error) {
        throw std::runtime_error(path + ": it is no file of ddc-bench all --json: " + error.what());
    }
}

}  // namespace bench
