// SPDX-License-Identifier: MIT
#include "plant/actuation_replay.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>

#include "parameters/csv_reader.hpp"

namespace plant {
namespace {

enum Column { t, accel_cmd, brake_cmd, slope_accx, steer_cmd, gear, reset, column_count };

const std::array<const char*, column_count> column_names{
    "t", "accel_cmd", "brake_cmd", "slope_accx", "steer_cmd", "gear", "reset"};

std::optional<Column> column_named(std::string_view name) {
    for (std::size_t i = 0; i < column_count; ++i) {
        if (name == column_names[i]) return static_cast<Column>(i);
    }
    return std::nullopt;
}

/// What each field of a row is; nothing for a column that is left alone.
std::vector<std::optional<Column>> read_header(CsvReader& csv) {
    if (!csv.next_row()) csv.fail("", "is empty");
    std::vector<std::optional<Column>> header;
    std::array<bool, column_count> found{};
    while (csv.more()) {
        const auto column = column_named(csv.field());
        header.push_back(column);
        if (!column) continue;
        if (found[*column]) csv.fail(column_names[*column], "is given twice");
        found[*column] = true;
    }
    for (std::size_t i = 0; i < column_count; ++i) {
        if (!found[i] && i != reset) csv.fail(column_names[i], "is missing in the header");
    }
    return header;
}

ActuationRow read_row(CsvReader& csv, const std::vector<std::optional<Column>>& header,
                      double time_before_s) {
    std::array<double, column_count> v{};
    for (const auto& column : header) {
        if (!csv.more()) csv.fail("", "the row is shorter than the header");
        if (!column) {
            csv.field();
            continue;
        }
        const char* name = column_names[*column];
        const double value = csv.number(name);
        if (*column == t && value < time_before_s) csv.fail(name, "must not fall");
        if (*column == gear && (value < 0.0 || value > 255.0 || value != std::floor(value))) {
            csv.fail(name, "must be a whole number from 0 to 255");
        }
        if (*column == reset && value != 0.0 && value != 1.0) csv.fail(name, "must be 0 or 1");
        v[*column] = value;
    }
    if (csv.more()) {
        csv.field();
        csv.fail("", "the row is longer than the header");
    }
    return {v[t],
            {{v[accel_cmd], v[brake_cmd], v[steer_cmd]}, v[slope_accx], static_cast<int>(v[gear])},
            v[reset] != 0.0};
}

double step_of(const std::vector<ActuationRow>& rows, std::size_t i, double nominal_s) {
    if (i == 0) return nominal_s;
    const double spacing_s = rows[i].t_s - rows[i - 1].t_s;
    return std::abs(spacing_s - nominal_s) <= 1e-9 ? nominal_s : spacing_s;
}

class Writer {
  public:
    Writer(std::ostream& out, bool mechanical) : out_(out), mechanical_(mechanical) {
        out_ << "t,x,y,yaw,vx,steer_state,ax,steer_report,wz,accel_status,brake_status,"
                "steer_status";
        if (mechanical_) {
            out_ << ",mech_omega,mech_dead_zone,pid_integral,pid_error,delay_buf_size,"
                    "prev_steer_tire_des";
        }
        out_ << '\n';
    }

    void row(double t_s, const ActuationVehicle& vehicle) {
        const ActuationState& s = vehicle.state();
        const ActuationStatus status = vehicle.status();
        put(t_s, '\0');
        for (const double value :
             {s.x_m, s.y_m, s.yaw_rad, s.vx_mps, s.steer_rad, s.ax_mps2, vehicle.steer_report_rad(),
              vehicle.yaw_rate_radps(), status.accel, status.brake, status.steer}) {
            put(value, ',');
        }
        if (mechanical_) steering(vehicle.mechanical());
        out_ << '\n';
    }

  private:
    void steering(const MechanicalReport& m) {
        put(m.omega_radps, ',');
        out_ << ',' << m.dead_zone;
        put(m.pid_integral, ',');
        put(m.pid_error, ',');
        out_ << ',' << m.delay_buffer_size;
        put(m.previous_steer_target_rad, ',');
    }

    void put(double value, char before) {
        char text[32];
        std::snprintf(text, sizeof text, "%c%.17g", before, value);
        out_ << (before == '\0' ? text + 1 : text);
    }

    std::ostream& out_;
    bool mechanical_;
};

bool finite(const ActuationState& s) {
    return std::isfinite(s.x_m + s.y_m + s.yaw_rad + s.vx_mps + s.steer_rad + s.ax_mps2);
}

}  // namespace

std::vector<ActuationRow> load_actuation_rows(const std::filesystem::path& file) {
    CsvReader csv = open_csv(file);
    const auto header = read_header(csv);
    std::vector<ActuationRow> rows;
    while (csv.next_row()) {
        const double before = rows.empty() ? -HUGE_VAL : rows.back().t_s;
        rows.push_back(read_row(csv, header, before));
    }
    if (rows.empty()) csv.fail("", "has no rows");
    return rows;
}

void replay_actuation(const ActuationConfig& config, const std::vector<ActuationRow>& rows,
                      std::ostream& out) {
    ActuationVehicle vehicle(config.model, config.params);
    Writer writer(out, config.model == Model::actuation_cmd_mechanical);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].reset) vehicle.reset(config.params.reset_state);
        vehicle.update(rows[i].input, step_of(rows, i, config.params.nominal_step_s));
        if (!finite(vehicle.state())) {
            throw std::runtime_error("row " + std::to_string(i + 1) +
                                     ": the vehicle's state became infinite or undefined");
        }
        writer.row(rows[i].t_s, vehicle);
    }
}

}  // namespace plant
