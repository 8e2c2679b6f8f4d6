// SPDX-License-Identifier: MIT
#include <array>

#include "parameters/csv_reader.hpp"
#include "plant/identification.hpp"

namespace plant {
namespace {

using Column = std::vector<double> Recording::*;

struct NamedColumn {
    const char* name;
    Column column;
};

constexpr std::array<NamedColumn, 9> known_columns{
    {{"t", &Recording::t_s},
     {"accel_cmd", &Recording::accel_cmd},
     {"brake_cmd", &Recording::brake_cmd},
     {"steer_cmd", &Recording::steer_cmd},
     {"slope_accx", &Recording::slope_mps2},
     {"gear", &Recording::gear},
     {"vx", &Recording::vx_mps},
     {"ax", &Recording::ax_mps2},
     {"steer_report", &Recording::steer_report_rad}}};

const NamedColumn* column_named(std::string_view name) {
    for (const NamedColumn& known : known_columns) {
        if (name == known.name) return &known;
    }
    return nullptr;
}

/// What each field of a row is; null for a column that is left alone.
std::vector<const NamedColumn*> read_header(CsvReader& csv) {
    if (!csv.next_row()) csv.fail("", "is empty");
    std::vector<const NamedColumn*> header;
    bool has_time = false;
    while (csv.more()) {
        const NamedColumn* column = column_named(csv.field());
        for (const NamedColumn* before : header) {
            if (column != nullptr && column == before) csv.fail(column->name, "is given twice");
        }
        has_time = has_time || column == &known_columns[0];
        header.push_back(column);
    }
    if (!has_time) csv.fail("t", "is missing in the header");
    return header;
}

void read_row(CsvReader& csv, const std::vector<const NamedColumn*>& header, Recording& to) {
    for (const NamedColumn* column : header) {
        if (!csv.more()) csv.fail("", "the row is shorter than the header");
        if (column == nullptr) {
            csv.field();
            continue;
        }
        std::vector<double>& values = to.*column->column;
        const double value = csv.number(column->name);
        const bool is_time = column == &known_columns[0];
        if (is_time && !values.empty() && value <= values.back()) {
            csv.fail("t", "must be greater than in the row above");
        }
        values.push_back(value);
    }
    if (!csv.more()) return;
    csv.field();
    csv.fail("", "the row is longer than the header");
}

}  // namespace

Recording load_recording(const std::filesystem::path& file) {
    CsvReader csv = open_csv(file);
    const auto header = read_header(csv);
    Recording recording;
    while (csv.next_row()) read_row(csv, header, recording);
    if (recording.t_s.empty()) csv.fail("", "has no rows");
    return recording;
}

}  // namespace plant
