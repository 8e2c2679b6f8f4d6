// SPDX-License-Identifier: MIT
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <stdexcept>

#include "parameters/ground_keys.hpp"
#include "parameters/parameter_reader.hpp"
#include "plant/parameter_error.hpp"
#include "plant/scenario.hpp"

namespace plant {
namespace {

constexpr Range time_range{0.0, 1e5};
constexpr Range steer_range{-1.2, 1.2};
const Names model_names{"kinematic", "bicycle", "seven_dof", "fourteen_dof"};

/// A gear as a number of a file.
struct GearNumber {
    double value = 1.0;
};

}  // namespace

template <class Visitor>
void visit(ControlPoint& p, Visitor& v) {
    v.number("t_s", p.t_s, time_range);
    if (v.has("steer_rad")) v.number("steer_rad", p.command.steer_rad, steer_range);
    if (v.has("throttle")) v.number("throttle", p.command.throttle, {0.0, 1.0});
    if (v.has("brake")) v.number("brake", p.command.brake, {0.0, 1.0});
    if (v.has("gear")) {
        auto gear = static_cast<double>(p.command.gear);
        v.number("gear", gear, {-1.0, 1.0});
        p.command.gear = static_cast<Gear>(std::lround(gear));
    }
    if (v.has("handbrake")) v.flag("handbrake", p.command.handbrake);
}

template <class Visitor>
void visit(FrictionPoint& p, Visitor& v) {
    v.number("t_s", p.t_s, time_range);
    v.number("scale", p.scale, {0.0, 10.0});
}

template <class Visitor>
void visit(SteerProgram& p, Visitor& v) {
    v.choice("shape", p.shape, Names{"none", "step", "sine", "sine_with_dwell", "ramp"});
    v.number("start_s", p.start_s, time_range);
    v.number("amplitude_rad", p.amplitude_rad, steer_range);
    if (v.has("frequency_hz")) v.number("frequency_hz", p.frequency_hz, {0.01, 20.0});
    if (v.has("rate_radps")) v.number("rate_radps", p.rate_radps, {1e-4, 100.0});
    if (v.has("dwell_s")) v.number("dwell_s", p.dwell_s, {0.0, 10.0});
}

template <class Visitor>
void visit(Course& p, Visitor& v) {
    v.choice("kind", p.kind, Names{"none", "iso_3888_1", "iso_3888_2", "circle"});
    if (v.has("vehicle_width_m")) v.number("vehicle_width_m", p.vehicle_width_m, {0.5, 4.0});
    if (v.has("radius_m")) v.number("radius_m", p.radius_m, {5.0, 1e4});
}

template <class Visitor>
void visit(Scenario& p, Visitor& v) {
    v.text("name", p.name);
    v.choice("model", p.model, model_names);
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

Model model_named(std::string_view name) {
    for (std::size_t i = 0; i < model_names.size(); ++i) {
        if (model_names[i] == name) return static_cast<Model>(i);
    }
    throw std::invalid_argument("model: must be one of kinematic bicycle seven_dof fourteen_dof");
}

Scenario load_scenario(const std::filesystem::path& file) {
    ParameterReader reader(file);
    Scenario scenario;
    visit(scenario, reader);
    reader.finish();
    if (!rising(scenario.controls)) reader.refuse("controls", "times must rise");
    if (!rising(scenario.friction)) reader.refuse("friction", "times must rise");
    return scenario;
}

void validate(const Scenario& scenario) {
    check_ranges(scenario);
    if (!rising(scenario.controls)) throw std::invalid_argument("controls: times must rise");
    if (!rising(scenario.friction)) throw std::invalid_argument("friction: times must rise");
}

namespace {

constexpr std::array<const char*, 6> columns{"t_s",   "steer_rad", "throttle",
                                             "brake", "gear",      "handbrake"};

/// Takes a CSV line apart; each field knows where it stood.
class Line {
  public:
    Line(const std::filesystem::path& file, int number, const std::string& text)
        : file_(file.string()), number_(number), text_(text) {}

    bool more() const { return begin_ <= text_.size(); }
    std::string_view field() {
        column_ = begin_ + 1;
        const auto end = std::min(text_.find(',', begin_), text_.size());
        const std::string_view text = std::string_view(text_).substr(begin_, end - begin_);
        begin_ = end + 1;
        return text;
    }
    double number(const char* key) {
        const std::string_view text = more() ? field() : std::string_view();
        double value = 0.0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
            fail(key, "must be a finite number");
        }
        return value;
    }
    [[noreturn]] void fail(const std::string& key, const std::string& reason) const {
        throw ParameterError(file_, number_, static_cast<int>(column_), key, reason);
    }

  private:
    std::string file_;
    int number_;
    std::string text_;
    std::size_t begin_ = 0;
    std::size_t column_ = 1;
};

std::size_t read_header(Line line) {
    std::size_t count = 0;
    for (; line.more(); ++count) {
        const std::string name(line.field());
        if (count >= columns.size() || name != columns[count]) {
            line.fail(name, "columns must be t_s,steer_rad,throttle,brake[,gear[,handbrake]]");
        }
    }
    if (count < 4) line.fail("", "columns must be t_s,steer_rad,throttle,brake[,gear[,handbrake]]");
    return count;
}

}  // namespace

std::vector<ControlPoint> load_controls_csv(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::string text;
    if (!stream || std::filesystem::is_directory(file)) {
        throw ParameterError(file.string(), 0, 0, "", "cannot be read");
    }
    if (!std::getline(stream, text)) throw ParameterError(file.string(), 1, 1, "", "is empty");
    const std::size_t count = read_header(Line(file, 1, text));
    std::vector<ControlPoint> points;
    for (int number = 2; std::getline(stream, text); ++number) {
        if (text.empty()) continue;
        Line line(file, number, text);
        std::array<double, 6> v{0.0, 0.0, 0.0, 0.0, 1.0, 0.0};
        for (std::size_t i = 0; i < count; ++i) v[i] = line.number(columns[i]);
        if (line.more()) line.fail("", "has too many fields");
        if (!points.empty() && !(v[0] > points.back().t_s)) line.fail("t_s", "times must rise");
        points.push_back(
            {v[0], {v[1], v[2], v[3], static_cast<Gear>(std::lround(v[4])), v[5] != 0.0}});
    }
    if (points.empty()) throw ParameterError(file.string(), 2, 1, "", "has no rows");
    return points;
}

}  // namespace plant
