// SPDX-License-Identifier: MIT
#include "read_faults.hpp"

#include "fault_kinds.hpp"
#include "read_fault_parameters.hpp"

#include "fault_schedule/condition.hpp"
#include "number/limits.hpp"
#include "text/text.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace gateway {
namespace {

using plant::YamlReader;
using requirement::Formula;
using requirement::Vocabulary;

constexpr std::size_t most_faults = 1000;
constexpr plant::Range time_s{0, limits::duration_s.max};
constexpr plant::Range ramp_s{0, 1e6};
constexpr plant::Range along_route_m{0, 1e9};
constexpr plant::Range occurrences{1, 1e9};

/// Names are columns of formulas.
bool is_name(const std::string& text) {
    constexpr const char* letters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    return !text.empty() && text.find_first_not_of(letters) == std::string::npos &&
           text.find_first_of("0123456789") != 0;
}

/// The formula at a key, evaluated at one instant.
void read_condition(YamlReader& reader, const char* key, const Vocabulary& vocabulary,
                    std::optional<Formula>& formula) {
    const auto text = reader.scalar(key);
    if (!text) return;
    try {
        formula = requirement::parse_formula(*text, vocabulary);
    } catch (const requirement::FormulaError& error) {
        return reader.refuse(key, error.what());
    }
    if (!is_temporal(*formula)) return;
    formula.reset();
    reader.refuse(key, "must hold at one instant, without always, eventually and until");
}

class TriggerReader {
  public:
    TriggerReader(YamlReader map, const Vocabulary& vocabulary, bool has_route)
        : map_(std::move(map)), vocabulary_(vocabulary), has_route_(has_route) {}

    std::optional<FaultTrigger> read(bool has_after) {
        read_time("time_s", FaultTrigger::Kind::time);
        if (has_after) read_time("after_s", FaultTrigger::Kind::after);
        read_route();
        std::optional<Formula> formula;
        read_condition(map_, "when", vocabulary_, formula);
        if (formula) {
            take("when", FaultTrigger::Kind::formula);
            trigger_.formula = std::move(*formula);
        }
        read_occurrence();
        if (given_ == nullptr && map_.good())
            map_.refuse(first_key, std::string("needs one of time_s, ") +
                                       (has_after ? "after_s, " : "") + "route_m, when");
        return given_ == nullptr ? std::nullopt : std::optional(std::move(trigger_));
    }

  private:
    static constexpr const char* first_key = "time_s";

    void take(const char* key, FaultTrigger::Kind kind) {
        if (given_ != nullptr) map_.refuse(key, std::string("excludes ") + given_);
        given_ = key;
        trigger_.kind = kind;
    }
    void read_time(const char* key, FaultTrigger::Kind kind) {
        SimTime time{0};
        if (!map_.time(key, time, time_s)) return;
        take(key, kind);
        trigger_.time = time;
    }
    void read_route() {
        if (!map_.number("route_m", trigger_.route_m, along_route_m)) return;
        if (!has_route_) return map_.refuse("route_m", "needs a route");
        take("route_m", FaultTrigger::Kind::route);
    }
    void read_occurrence() {
        if (!map_.number("occurrence", trigger_.occurrence, occurrences)) return;
        const bool counts = trigger_.kind == FaultTrigger::Kind::route ||
                            trigger_.kind == FaultTrigger::Kind::formula;
        if (given_ != nullptr && !counts) map_.refuse("occurrence", "is for route_m and when");
    }

    YamlReader map_;
    const Vocabulary& vocabulary_;
    bool has_route_;
    FaultTrigger trigger_;
    const char* given_ = nullptr;  ///< the key of the condition
};

std::string list_of(const std::vector<std::string>& names) {
    return names.empty() ? "none" : joined(names);
}

/// Reads `target`, and `kind`, which depends on it. @return whether both are valid
bool read_kind(YamlReader& reader, Fault& fault) {
    std::string target, kind;
    const bool has_target = reader.require("target") && reader.text("target", target);
    if (!reader.require("kind") || !reader.text("kind", kind)) return false;
    fault.kind =
        find_fault_kind(kind);  // if the target is wrong, its numbers are checked all the same
    if (!has_target) return false;
    const std::size_t dot = std::min(target.find('.'), target.size());
    const auto& sides = fault_sides();
    const auto side = std::find(sides.begin(), sides.end(), target.substr(0, dot));
    if (side == sides.end()) {
        reader.refuse("target",
                      "must begin with one of " + joined(sides) + ", is '" + target + "'");
        return false;
    }
    fault.side = static_cast<FaultSide>(side - sides.begin());
    fault.part = dot == target.size() ? "" : target.substr(dot + 1);
    const FaultKind* const found = find_fault_kind(fault.side, kind);
    if (found != nullptr) fault.kind = found;
    if (found == nullptr)
        reader.refuse("kind", "must be one of " + list_of(fault_kinds_of(fault.side)) + " for " +
                                  *side + ", is '" + kind + "'");
    return found != nullptr;
}

void read_ramp(YamlReader& reader, PlannedFault& planned) {
    if (!reader.time("ramp_s", planned.ramp, ramp_s) || planned.fault.kind == nullptr) return;
    if (!planned.fault.kind->has_ramp && planned.ramp > SimTime{0})
        reader.refuse("ramp_s", std::string("does not apply to ") + planned.fault.kind->name +
                                    ", which acts in full or not at all");
}

void check_order(YamlReader& reader, const PlannedFault& planned) {
    using Kind = FaultTrigger::Kind;
    if (!planned.from || !planned.until || planned.from->kind != planned.until->kind) return;
    const bool is_before =
        (planned.from->kind == Kind::time && planned.until->time <= planned.from->time) ||
        (planned.from->kind == Kind::route && planned.until->route_m <= planned.from->route_m);
    if (is_before) reader.refuse("until", "must be after `from`");
}

void read_triggers(YamlReader& reader, const FaultyPart& part, PlannedFault& planned) {
    if (auto from = reader.section("from"))
        planned.from = TriggerReader(*from, part.vocabulary, part.has_route).read(false);
    if (auto until = reader.section("until"))
        planned.until = TriggerReader(*until, part.vocabulary, part.has_route).read(true);
    check_order(reader, planned);
    if (planned.until && !planned.from && !reader.has("from"))
        reader.refuse("until", "needs `from`; without it the fault is switched by hand only");
}

/// @return nothing if its kind is unknown; with another error it is kept, since formulas may name
/// it
std::optional<PlannedFault> read_fault(YamlReader& reader, const FaultyPart& part) {
    PlannedFault planned;
    Fault& fault = planned.fault;
    reader.text("name", fault.name);
    const bool has_kind = read_kind(reader, fault);
    read_triggers(reader, part, planned);
    reader.flag("enabled", planned.is_enabled);
    read_ramp(reader, planned);
    fault.seed = fault_seed(0, fault.name);
    planned.has_own_seed = reader.count("seed", fault.seed);
    read_condition(reader, "detected", part.vocabulary, planned.detected);
    read_condition(reader, "reacted", part.vocabulary, planned.reacted);
    read_condition(reader, "recovered", part.vocabulary, planned.recovered);
    if (fault.kind == nullptr) reader.allow_others();
    if (fault.kind != nullptr) read_fault_parameters(reader, part.vocabulary, fault);
    if (!has_kind) return std::nullopt;
    if (std::string problem = part.objection(fault); !problem.empty())
        reader.refuse("target", problem);
    return planned;
}

/// Checks the names of all faults, which are columns too.
std::vector<std::string> read_names(std::vector<YamlReader>& items) {
    std::vector<std::string> names;
    for (YamlReader& item : items) {
        std::string name;
        if (!item.require("name") || !item.text("name", name)) continue;
        if (!is_name(name))
            item.refuse("name", "must have only letters, digits and _, and no digit first, is '" +
                                    name + "'");
        else if (std::find(names.begin(), names.end(), name) != names.end())
            item.refuse("name", "is the name of another fault too");
        else
            names.push_back(name);
    }
    return names;
}

/// Adds the columns of the faults, and removes the summary, which a run does not have yet.
Vocabulary with_faults(const Vocabulary& vocabulary, const std::vector<std::string>& names) {
    Vocabulary all{vocabulary.unit_of, vocabulary.columns, {}};
    for (const std::string& name : names) all.columns.push_back(fault_column(name));
    all.unit_of = [inner = vocabulary.unit_of, names](const std::string& column) {
        for (const std::string& name : names)
            if (column == fault_column(name)) return std::optional<std::string>("");
        return inner(column);
    };
    return all;
}

}  // namespace

std::vector<PlannedFault> read_faults(YamlReader& reader, FaultyPart part) {
    std::vector<PlannedFault> faults;
    auto items = reader.sections("faults");
    if (items.size() > most_faults) {
        reader.refuse("faults", "must have at most " + std::to_string(most_faults) + " items");
        return faults;
    }
    part.vocabulary = with_faults(part.vocabulary, read_names(items));
    for (YamlReader& item : items)
        if (auto fault = read_fault(item, part)) faults.push_back(std::move(*fault));
    return faults;
}

}  // namespace gateway
