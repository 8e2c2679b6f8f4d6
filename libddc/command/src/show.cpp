// SPDX-License-Identifier: MIT
#include "show.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ddc::command {

using nlohmann::json;

std::string hex(std::int64_t id) {
    char text[24];
    std::snprintf(text, sizeof text, "0x%04llX", static_cast<unsigned long long>(id));
    return text;
}

json to_json(const Value& value) {
    struct Converter {
        json operator()(std::monostate) const { return nullptr; }
        json operator()(double number) const {
            if (std::isfinite(number)) return number;
            return std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf";
        }
        json operator()(bool flag) const { return flag; }
        json operator()(std::int32_t number) const { return number; }
        json operator()(const std::string& text) const { return text; }
    };
    return std::visit(Converter{}, value);
}

std::optional<double> age_s(std::int64_t written_ns) {
    if (written_ns == 0) return std::nullopt;
    const std::int64_t now_ns = std::chrono::nanoseconds(Clock::now().time_since_epoch()).count();
    return std::max(0.0, static_cast<double>(now_ns - written_ns) * 1e-9);
}

std::string age_text(const std::optional<double>& age_s) {
    if (!age_s) return "never";
    char text[32];
    const double age = *age_s;
    if (age < 10)
        std::snprintf(text, sizeof text, "%.2f s", age);
    else if (age < 120)
        std::snprintf(text, sizeof text, "%.0f s", age);
    else if (age < 2 * 3600)
        std::snprintf(text, sizeof text, "%.0f min", age / 60);
    else if (age < 2 * 86400)
        std::snprintf(text, sizeof text, "%.0f h", age / 3600);
    else
        std::snprintf(text, sizeof text, "%.0f d", age / 86400);
    return text;
}

Field unit_field(const std::string& unit) {
    return Field(unit, unit == "1" ? "" : unit);
}

Field age_field(std::int64_t written_ns) {
    const auto age = age_s(written_ns);
    return age ? Field(*age, age_text(age)) : Field(nullptr, age_text(age));
}

std::string to_text(const std::vector<Process>& processes) {
    std::string text;
    for (const Process& process : processes) {
        if (!text.empty()) text += ", ";
        text += process.name + "(" + std::to_string(process.pid);
        if (process.state != ProcessState::alive)
            text += std::string(", ") + to_string(process.state);
        text += ")";
    }
    return text;
}

json to_json(const std::vector<Process>& processes) {
    json list = json::array();
    for (const Process& process : processes)
        list.push_back(
            {{"pid", process.pid}, {"name", process.name}, {"state", to_string(process.state)}});
    return list;
}

}  // namespace ddc::command
