// SPDX-License-Identifier: MIT
#pragma once

#include "records.hpp"

#include <ddc/inspect.hpp>
#include <ddc/types.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Formats of ids, values, ages and processes.
namespace ddc::command {

/// `0x4003`
std::string hex(std::int64_t id);

/// The value as JSON; null for no data, "nan", "inf" and "-inf" for these numbers.
nlohmann::json to_json(const Value& value);

/// Seconds since a write; empty if there was none.
std::optional<double> age_s(std::int64_t written_ns);

/// `0.42 s`, `12 s`, `3 min`, `5 h`, `2 d`; `never` if there is none.
std::string age_text(const std::optional<double>& age_s);

/// The unit of a record; in a table the unit of a pure number stays empty.
Field unit_field(const std::string& unit);

/// The age of a record, from the time of its last write.
Field age_field(std::int64_t written_ns);

/// `ddc-gateway(711), autopilot(712, stopped)`
std::string to_text(const std::vector<Process>& processes);
nlohmann::json to_json(const std::vector<Process>& processes);

}  // namespace ddc::command
