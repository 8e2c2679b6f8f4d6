// SPDX-License-Identifier: MIT
#include "stop_rules.hpp"

#include "campaign/store/verdict.hpp"

#include <plant/number_text.hpp>

#include <nlohmann/json.hpp>

#include <stdexcept>

namespace gateway::campaign {
namespace {

using nlohmann::ordered_json;
using plant::YamlReader;

constexpr plant::Range failure_counts{1, 1e12};
constexpr plant::Range rates{0, 1};

SequentialTest read_sprt(YamlReader reader) {
    SequentialTest test;
    reader.number("good_rate", test.good_rate, rates);
    reader.number("bad_rate", test.bad_rate, rates);
    reader.number("false_alarm", test.false_alarm, rates);
    reader.number("miss", test.miss, rates);
    return test;
}

}  // namespace

StopRules read_stop_rules(YamlReader reader) {
    StopRules rules;
    std::uint64_t failures = 0;
    if (reader.number("failures", failures, failure_counts)) rules.failures = failures;
    if (auto section = reader.section("sprt")) {
        rules.sprt = read_sprt(*section);
        try {
            const SequentialProbabilityRatio checked(*rules.sprt);
        } catch (const std::invalid_argument& error) {
            reader.refuse("sprt", error.what());
        }
    }
    return rules;
}

ordered_json to_json(const StopRules& rules) {
    auto json = ordered_json::object();
    if (rules.failures) json["failures"] = *rules.failures;
    if (rules.sprt)
        json["sprt"] = {{"good_rate", rules.sprt->good_rate},
                        {"bad_rate", rules.sprt->bad_rate},
                        {"false_alarm", rules.sprt->false_alarm},
                        {"miss", rules.sprt->miss}};
    return json;
}

StopRules stop_rules_of(const ordered_json& json) {
    StopRules rules;
    if (json.contains("failures")) rules.failures = json.at("failures").get<std::uint64_t>();
    if (json.contains("sprt")) {
        const ordered_json& sprt = json.at("sprt");
        rules.sprt = {sprt.at("good_rate"), sprt.at("bad_rate"), sprt.at("false_alarm"),
                      sprt.at("miss")};
    }
    return rules;
}

std::string to_string(const StopDecision& decision) {
    return "stopped at run " + std::to_string(decision.run) + ": " + decision.reason;
}

StopTest::StopTest(const StopRules& rules) : rules_(rules) {
    if (rules_.sprt) ratio_.emplace(*rules_.sprt);
}

bool StopTest::add(const Row& row) {
    if (decision_ || row.run != next_) return decision_.has_value();
    ++next_;
    const RunOutcome outcome = outcome_of(row);
    if (outcome != RunOutcome::error) judge(row.run, outcome == RunOutcome::fail);
    return decision_.has_value();
}

void StopTest::judge(std::uint64_t run, bool has_failed) {
    failures_ += has_failed ? 1 : 0;
    const auto verdict = ratio_ ? ratio_->add(has_failed) : SequentialVerdict::undecided;
    if (verdict == SequentialVerdict::good)
        decision_ = {run, "rate of failures at most " + plant::plain(rules_.sprt->good_rate)};
    else if (verdict == SequentialVerdict::bad)
        decision_ = {run, "rate of failures at least " + plant::plain(rules_.sprt->bad_rate)};
    else if (rules_.failures && failures_ >= *rules_.failures)
        decision_ = {run, std::to_string(failures_) + (failures_ == 1 ? " failure" : " failures")};
}

}  // namespace gateway::campaign
