// SPDX-License-Identifier: MIT
#include "summary_json.hpp"

#include <ddc/interface/json_depth.hpp>

#include <nlohmann/json.hpp>

#include <fstream>
#include <limits>
#include <stdexcept>

namespace gateway::summaries {
namespace {

using Json = nlohmann::ordered_json;
using requirement::Outcome;
using requirement::Verdict;

constexpr int deepest = 32;
constexpr std::size_t most_bytes = 16'000'000;

Outcome outcome_of(const std::string& name, const Json& json) {
    Outcome outcome;
    outcome.name = name;
    const std::string verdict = text_at(json, "verdict");
    outcome.verdict = verdict == "pass"   ? Verdict::pass
                      : verdict == "fail" ? Verdict::fail
                                          : Verdict::error;
    outcome.robustness = number_at(json, "robustness");
    outcome.time_s = number_at(json, "time_s");
    outcome.comparison = text_at(json, "comparison");
    outcome.left = number_at(json, "left");
    outcome.right = number_at(json, "right");
    outcome.reason = text_at(json, "reason");
    return outcome;
}

/// Whether a page has the list as a table.
bool is_of_table(const std::string& path) {
    return path == "realtime.machine" || path == "realtime.granted" || path == "realtime.warnings";
}

void add_values(const Json& json, const std::string& path,
                std::vector<std::pair<std::string, std::string>>& values) {
    if (path == "requirements" || is_of_chart(path) || is_of_table(path)) return;
    if (json.empty() || !json.is_structured()) {
        values.emplace_back(path, json.is_string() ? json.get<std::string>() : json.dump());
    } else if (json.is_array()) {
        for (std::size_t i = 0; i < json.size(); ++i)
            add_values(json[i], path + "[" + std::to_string(i) + "]", values);
    } else {
        for (const auto& [key, value] : json.items())
            add_values(value, path.empty() ? key : path + "." + key, values);
    }
}

}  // namespace

Json read_json(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw std::invalid_argument(file.string() + ": cannot be read");
    std::string text;
    char part[65536];
    while (text.size() <= most_bytes && (in.read(part, sizeof part) || in.gcount() > 0))
        text.append(part, static_cast<std::size_t>(in.gcount()));
    if (text.size() > most_bytes)
        throw std::invalid_argument(file.string() + ": has more than " +
                                    std::to_string(most_bytes) + " bytes");
    return parse_json(file.string(), text);
}

Json parse_json(const std::string& name, const std::string& text) {
    const auto refuse = [&name] {
        throw std::invalid_argument(name + ": is nested more than " + std::to_string(deepest) +
                                    " levels deep");
    };
    try {
        return Json::parse(text, ddc::interface::limit_depth(deepest, refuse));
    } catch (const Json::exception& error) {
        throw std::invalid_argument(name + ": is not JSON: " + error.what());
    }
}

bool is_summary(const Json& json) {
    return json.is_object() && (json.contains("exit_reason") ||
                                (json.contains("programs") && json["programs"].is_array()));
}

std::vector<Json> summaries_in(const Json& json) {
    if (!json.contains("programs")) return {json};
    std::vector<Json> summaries;
    for (const Json& each : json["programs"])
        if (each.is_object()) summaries.push_back(each);
    return summaries;
}

const Json& part_at(const Json& json, const char* key) {
    static const Json none;
    const auto found = json.find(key);
    return found == json.end() ? none : *found;
}

std::string text_at(const Json& summary, const char* key) {
    const auto found = summary.find(key);
    return found != summary.end() && found->is_string() ? found->get<std::string>() : "";
}

double number_at(const Json& summary, const char* key) {
    const auto found = summary.find(key);
    return found != summary.end() && found->is_number() ? found->get<double>()
                                                        : std::numeric_limits<double>::quiet_NaN();
}

std::vector<Outcome> outcomes_of(const Json& summary) {
    std::vector<Outcome> outcomes;
    const auto requirements = summary.find("requirements");
    if (requirements == summary.end() || !requirements->is_object()) return outcomes;
    for (const auto& [name, json] : requirements->items())
        if (json.is_object()) outcomes.push_back(outcome_of(name, json));
    return outcomes;
}

bool is_of_chart(const std::string& path) {
    if (path.rfind("realtime.", 0) != 0 && path.find(".realtime.") == std::string::npos)
        return false;
    const std::string key = path.substr(path.rfind('.') + 1);
    return key == "buckets" || key == "per_minute" || key == "worst";
}

std::vector<std::pair<std::string, std::string>> values_of(const Json& summary) {
    std::vector<std::pair<std::string, std::string>> values;
    add_values(summary, "", values);
    return values;
}

}  // namespace gateway::summaries
