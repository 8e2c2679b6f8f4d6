// SPDX-License-Identifier: MIT
#include <plant/scenario.hpp>

#include "parameters/ground_keys.hpp"
#include "parameters/model_key.hpp"

#include <plant/csv_reader.hpp>

#include <array>
#include <cmath>
#include <stdexcept>

namespace plant {
namespace {

constexpr Range time_range{0.0, 1e5};
constexpr Range steer_range{-1.2, 1.2};
constexpr Range pedal_range{0.0, 1.0};
constexpr Range gear_range{-1.0, 1.0};

}  // namespace

template <class Visitor>
void visit(ControlPoint& p, Visitor& v) {
    v.number("t_s", p.t_s, time_range);
    if (v.has("steer_rad")) v.number("steer_rad", p.command.steer_rad, steer_range);
    if (v.has("throttle")) v.number("throttle", p.command.throttle, pedal_range);
    if (v.has("brake")) v.number("brake", p.command.brake, pedal_range);
    if (v.has("gear")) {
        auto gear = static_cast<int>(p.command.gear);
        v.number("gear", gear, gear_range);
        p.command.gear = static_cast<Gear>(gear);
    }
    if (v.has("handbrake")) v.flag("handbrake", p.command.handbrake);
    if (v.has("abs_off")) v.flag("abs_off", p.command.abs_off);
    if (v.has("traction_off")) v.flag("traction_off", p.command.traction_off);
    if (v.has("esc_off")) v.flag("esc_off", p.command.esc_off);
}

template <class Visitor>
void visit(FrictionPoint& p, Visitor& v) {
    v.number("t_s", p.t_s, time_range);
    v.number("scale", p.scale, {0.0, 10.0});
}

template <class Visitor>
void visit(SteerProgram& p, Visitor& v) {
    v.choice("shape", p.shape,
             Names{"none", "step", "sine", "sine_with_dwell", "ramp", "fishhook"});
    v.number("start_s", p.start_s, time_range);
    v.number("amplitude_rad", p.amplitude_rad, steer_range);
    if (v.has("frequency_hz")) v.number("frequency_hz", p.frequency_hz, {0.01, 20.0});
    if (v.has("rate_radps")) v.number("rate_radps", p.rate_radps, {1e-4, 100.0});
    if (v.has("dwell_s")) v.number("dwell_s", p.dwell_s, {0.0, 10.0});
}

template <class Visitor>
void visit(Course& p, Visitor& v) {
    v.choice("kind", p.kind, Names{"none", "iso_3888_1", "iso_3888_2", "circle", "straight"});
    if (v.has("vehicle_width_m")) v.number("vehicle_width_m", p.vehicle_width_m, {0.5, 4.0});
    if (v.has("radius_m")) v.number("radius_m", p.radius_m, {5.0, 1e4});
}

template <class Visitor>
void visit(Scenario& p, Visitor& v) {
    v.text("name", p.name);
    visit_model(p.model, Takes::pedals, v);  // the controls are pedals and a steering angle
    v.number("initial_speed_mps", p.initial_speed_mps, {-100.0, 150.0});
    v.number("duration_s", p.duration_s, {1e-6, 1e5});
    v.number("dt_s", p.dt_s, {1e-6, 1.0});
    if (v.has("hold_speed_mps")) v.number("hold_speed_mps", p.hold_speed_mps, {0.0, 150.0});
    if (v.has("speed_rate_mps2")) v.number("speed_rate_mps2", p.speed_rate_mps2, {-10.0, 10.0});
    if (v.has("interpolation")) v.choice("interpolation", p.interpolation, Names{"zoh", "linear"});
    if (v.has("controls")) v.list("controls", p.controls);
    if (v.has("friction")) v.list("friction", p.friction);
    if (v.has("steer")) v.section("steer", p.steer);
    if (v.has("course")) v.section("course", p.course);
    if (v.has("ground")) v.section("ground", p.ground);
}

namespace {

template <class Point>
bool rising(const std::vector<Point>& points) {
    for (std::size_t i = 1; i < points.size(); ++i) {
        if (!(points[i].t_s > points[i - 1].t_s)) return false;
    }
    return true;
}

}  // namespace

Scenario load_scenario(const std::filesystem::path& file) {
    YamlReader reader(file);
    Scenario scenario;
    read_required(reader, scenario);
    const auto check_times = [&](const char* key, const auto& points) {
        if (reader.good(key) && !rising(points)) reader.refuse(key, "times must increase");
    };
    check_times("controls", scenario.controls);
    check_times("friction", scenario.friction);
    reader.finish();
    return scenario;
}

void validate(const Scenario& scenario) {
    check_ranges(scenario);
    if (!rising(scenario.controls)) throw std::invalid_argument("controls: times must increase");
    if (!rising(scenario.friction)) throw std::invalid_argument("friction: times must increase");
}

namespace {

constexpr std::array<const char*, 9> columns{"t_s",     "steer_rad",    "throttle",
                                             "brake",   "gear",         "handbrake",
                                             "abs_off", "traction_off", "esc_off"};

std::size_t read_header(CsvReader& csv) {
    constexpr const char* expected =
        "columns must be t_s,steer_rad,throttle,brake"
        "[,gear[,handbrake[,abs_off[,traction_off[,esc_off]]]]]";
    if (!csv.next_row()) csv.fail("", "is empty");
    std::size_t count = 0;
    for (; csv.more(); ++count) {
        const std::string name(csv.field());
        if (count >= columns.size() || name != columns[count]) csv.fail(name, expected);
    }
    if (count < 4) csv.fail("", expected);
    return count;
}

/// The next field of a row, with the range of the same key of a scenario.
double read_field(CsvReader& csv, std::size_t column) {
    constexpr std::size_t gear = 4;
    constexpr Range flag{0.0, 1.0};
    constexpr std::array<Range, columns.size()> ranges{
        {time_range, steer_range, pedal_range, pedal_range, gear_range, flag, flag, flag, flag}};
    const double value = csv.number(columns[column]);
    const std::string complaint = range_complaint(value, ranges[column]);
    if (!complaint.empty()) csv.fail(columns[column], complaint);
    if (column >= gear && value != std::floor(value)) {
        csv.fail(columns[column], "must be a whole number");
    }
    return value;
}

}  // namespace

std::vector<ControlPoint> load_controls_csv(const std::filesystem::path& file) {
    CsvReader csv = open_csv(file);
    const std::size_t count = read_header(csv);
    std::vector<ControlPoint> points;
    while (csv.next_row()) {
        std::array<double, columns.size()> v{};
        v[4] = static_cast<double>(Gear::drive);
        for (std::size_t i = 0; i < count; ++i) v[i] = read_field(csv, i);
        if (csv.more()) csv.fail("", "has too many fields");
        if (!points.empty() && !(v[0] > points.back().t_s)) csv.fail("t_s", "times must increase");
        Command command{v[1], v[2], v[3], static_cast<Gear>(v[4]), v[5] != 0.0};
        command.abs_off = v[6] != 0.0;
        command.traction_off = v[7] != 0.0;
        command.esc_off = v[8] != 0.0;
        points.push_back({v[0], command});
    }
    if (points.empty()) csv.fail("", "has no rows");
    return points;
}

}  // namespace plant
