// SPDX-License-Identifier: MIT
#pragma once

#include <plant/ground_params.hpp>
#include <plant/model.hpp>
#include <plant/sim_session.hpp>

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace plant {

/// A command that takes effect at a time.
struct ControlPoint {
    double t_s = 0.0;
    Command command;
};

/// Multiplies the friction of the ground; linear between points.
struct FrictionPoint {
    double t_s = 0.0;
    double scale = 1.0;
};

enum class Interpolation {
    zoh,     ///< each command holds until the next
    linear,  ///< steering and pedals change linearly; gear and handbrake hold
};

/// A steering movement added to the table of controls.
/// fishhook: there, back when the body has rolled, and to the other side.
enum class SteerShape { none, step, sine, sine_with_dwell, ramp, fishhook };

struct SteerProgram {
    SteerShape shape = SteerShape::none;
    double start_s = 0.0;
    double amplitude_rad = 0.0;  ///< for ramp: the angle reached at the end
    double frequency_hz = 0.5;   ///< sine and sine_with_dwell
    double rate_radps = 1.0;     ///< step, ramp and fishhook: how fast the angle is reached
    double dwell_s = 0.5;        ///< sine_with_dwell: pause at the second peak
};

/// Where a course must be driven by the scenario's own driver.
enum class CourseKind { none, iso_3888_1, iso_3888_2, circle, straight };

struct Course {
    CourseKind kind = CourseKind::none;
    double vehicle_width_m = 1.8;  ///< without mirrors; scales the lanes
    double radius_m = 40.0;        ///< of the circle
};

/// A run without a controller.
struct Scenario {
    std::string name;
    Model model = Model::seven_dof;
    double initial_speed_mps = 0.0;
    double duration_s = 10.0;
    double dt_s = 0.001;
    double hold_speed_mps = 0.0;   ///< > 0: throttle and brake keep this speed until brake is asked
    double speed_rate_mps2 = 0.0;  ///< change of the speed held
    Interpolation interpolation = Interpolation::zoh;
    std::vector<ControlPoint> controls;
    std::vector<FrictionPoint> friction;
    SteerProgram steer;
    Course course;
    GroundParams ground;
};

/// Keys name, model, initial_speed_mps, duration_s and dt_s must be there, all others may.
/// @throws FileError.
Scenario load_scenario(const std::filesystem::path& file);

/// @throws std::invalid_argument with "key: reason".
void validate(const Scenario& scenario);

/// Reads t_s,steer_rad,throttle,brake[,gear[,handbrake]] with a header line, times rising.
/// @throws FileError with line and column of the field.
std::vector<ControlPoint> load_controls_csv(const std::filesystem::path& file);

/// The table's command at a time; before the first point the first, after the last the last.
Command command_at(const std::vector<ControlPoint>& controls, Interpolation interpolation,
                   double t_s);

/// Called with the state at the start and after each tick.
using ReplayObserver = std::function<void(const Output&)>;

/// Runs a scenario on a session made with its model and ground (see make_session).
/// Returns early, with the tick's status, when a tick fails. Same scenario, same bytes.
StepStatus replay(const Scenario& scenario, SimSession& session, const ReplayObserver& observer);

/// A session as the scenario asks for: its model on its ground.
std::unique_ptr<SimSession> make_session(const Scenario& scenario,
                                         const SessionConfig& config = {});

/// One line of CSV with the names of the columns, and one for each output. Numbers are written so
/// that reading them gives the same bits. @param readings columns behind the others
void write_csv_header(std::ostream& out, const std::vector<ReadingColumn>& readings = {});
void write_csv_row(std::ostream& out, const Output& output,
                   const std::vector<ReadingColumn>& readings = {});

}  // namespace plant
