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
    double t_s = 0.0;  ///< from the start of the scenario
    Command command;   ///< in effect from then on
};

/// A factor on the friction of the ground; linear between points.
struct FrictionPoint {
    double t_s = 0.0;    ///< from the start of the scenario
    double scale = 1.0;  ///< factor of the friction at that time, at least 0
};

/// How commands change between control points.
enum class Interpolation {
    zoh,     ///< each command holds until the next
    linear,  ///< steering and pedals change linearly; gear and handbrake hold
};

/// A steering movement that is added to the controls.
/// fishhook: to one side; when the roll rate has decreased, to the other side.
enum class SteerShape { none, step, sine, sine_with_dwell, ramp, fishhook };

/// Parameters of a steering movement; its angle is that of the front road wheels.
struct SteerProgram {
    SteerShape shape = SteerShape::none;  ///< none: the other members have no effect
    double start_s = 0.0;                 ///< from the start of the scenario
    double amplitude_rad = 0.0;           ///< ramp: final angle
    double frequency_hz = 0.5;            ///< sine and sine_with_dwell
    double rate_radps = 1.0;              ///< step, ramp and fishhook: rate of the angle
    double dwell_s = 0.5;                 ///< sine_with_dwell: duration of the second peak
};

/// The course that the driver model of the scenario follows.
enum class CourseKind { none, iso_3888_1, iso_3888_2, circle, straight };

/// A course, which starts at the origin in the direction of x.
struct Course {
    CourseKind kind = CourseKind::none;  ///< none: no driver model steers
    double vehicle_width_m = 1.8;        ///< without mirrors; determines the width of the lanes
    double radius_m = 40.0;              ///< of the circle
};

/// A run without a controller.
struct Scenario {
    std::string name;                ///< as in the file
    Model model = Model::seven_dof;  ///< must accept pedals
    double initial_speed_mps = 0.0;  ///< straight ahead, without wheel slip
    double duration_s = 10.0;        ///< of the run
    double dt_s = 0.001;             ///< duration of a tick
    double hold_speed_mps = 0.0;     ///< > 0: this speed is controlled until the controls brake
    double speed_rate_mps2 = 0.0;    ///< rate of change of hold_speed_mps
    Interpolation interpolation = Interpolation::zoh;  ///< of `controls`
    std::vector<ControlPoint> controls;   ///< in the order of time; empty: a zero command
    std::vector<FrictionPoint> friction;  ///< scale of the friction, in the order of time; empty: 1
    SteerProgram steer;                   ///< added to the steering of `controls`
    Course course;                        ///< followed by the driver model
    GroundParams ground;                  ///< road surface
};

/// Reads a file. The keys name, model, initial_speed_mps, duration_s and dt_s are required.
/// @throws FileError.
Scenario load_scenario(const std::filesystem::path& file);

/// @throws std::invalid_argument with "key: reason" when a value is out of range.
void validate(const Scenario& scenario);

/// Reads t_s,steer_rad,throttle,brake[,gear[,handbrake[,abs_off[,traction_off[,esc_off]]]]] with a
/// header line and increasing times.
/// @throws FileError with line and column of the field.
std::vector<ControlPoint> load_controls_csv(const std::filesystem::path& file);

/// The command at a time; that of the first point before it, of the last point after it.
Command command_at(const std::vector<ControlPoint>& controls, Interpolation interpolation,
                   double t_s);

/// Called with the state at the start and after each tick.
using ReplayObserver = std::function<void(const Output&)>;

/// Runs a scenario on a session with its model and ground (see make_session).
/// @return the status of the first tick that fails, which ends the run, or ok. The same scenario
/// gives bit-identical outputs.
StepStatus replay(const Scenario& scenario, SimSession& session, const ReplayObserver& observer);

/// Creates a session with the model and ground of the scenario.
/// @throws std::invalid_argument as SimSession does.
std::unique_ptr<SimSession> make_session(const Scenario& scenario,
                                         const SessionConfig& config = {});

/// Additional columns of write_csv_row, after the others.
struct CsvColumns {
    bool brakes = false;                  ///< torques, and what ABS, traction control and ESC do
    std::vector<ReadingColumn> readings;  ///< see reading_columns()
};
/// The columns of a session: those of its sensors, and of the brakes if they are controlled.
CsvColumns csv_columns(const SessionConfig& config);

/// Writes the line of column names for write_csv_row.
void write_csv_header(std::ostream& out, const CsvColumns& columns = {});
/// Writes an output as one line of CSV. Numbers read back bit-identically.
/// @param columns as for the header
void write_csv_row(std::ostream& out, const Output& output, const CsvColumns& columns = {});

}  // namespace plant
