// SPDX-License-Identifier: MIT
#include "change_record.hpp"

#include "show.hpp"

#include <cmath>
#include <cstdio>

namespace ddc::command {

std::vector<Column> change_columns() {
    return {{"time_s", "TIME", false, 17}, {"id", "ID", false, 6},
            {"name", "NAME", false, 28},   {"type", "TYPE", false, 7},
            {"value", "VALUE", false, 20}, {"unit", "UNIT"}};
}

std::vector<Field> change_fields(double time_s, const Target& target, const Reading& reading) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6f", time_s);
    return {Field(std::round(time_s * 1e6) / 1e6, text),
            hex(target.first),
            target.name,
            reading.type,
            value_field(reading.value),
            unit_field(target.unit)};
}

}  // namespace ddc::command
