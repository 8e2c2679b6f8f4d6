// SPDX-License-Identifier: MIT
#include <plant/actuation_replay.hpp>

#include "actuation/gear.hpp"
#include "parameters/csv_columns.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>

namespace plant {
namespace {

enum Column { t, accel_cmd, brake_cmd, slope_accx, steer_cmd, gear, reset, column_count };

const std::vector<const char*> column_names{"t",         "accel_cmd", "brake_cmd", "slope_accx",
                                            "steer_cmd", "gear",      "reset"};

constexpr double longest_step_s = 10.0;

void check_time(CsvReader& csv, double value, double before_s) {
    const char* name = column_names[t];
    if (std::abs(value) > latest_row_s) csv.fail(name, latest_row_reason);
    if (value < before_s) csv.fail(name, "must not decrease");
    if (value > before_s + longest_step_s) {
        csv.fail(name, "must be at most 10 s after the row above: a row is one step");
    }
}

/// Rejects a value that is invalid in its column.
void check(CsvReader& csv, std::size_t column, double value, std::optional<double> time_before_s) {
    const char* name = column_names[column];
    if (column == t) check_time(csv, value, time_before_s.value_or(value));
    if (column == gear && !is_gear_code(value)) csv.fail(name, gear_code_reason);
    if (column == reset && value != 0.0 && value != 1.0) csv.fail(name, "must be 0 or 1");
}

ActuationRow row_of(const std::array<double, column_count>& v) {
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
    CsvColumns named(csv, column_names, reset);
    std::vector<ActuationRow> rows;
    std::array<double, column_count> values{};
    const auto take = [&](std::size_t column, double value) {
        check(csv, column, value, rows.empty() ? std::nullopt : std::optional(rows.back().t_s));
        values[column] = value;
    };
    while (named.next_row(take)) rows.push_back(row_of(values));
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
