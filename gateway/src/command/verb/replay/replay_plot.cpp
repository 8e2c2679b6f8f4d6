// SPDX-License-Identifier: MIT
#include "replay_plot.hpp"

#include "output/gnuplot.hpp"
#include "page/palette.hpp"

#include <plant/manoeuvre.hpp>

#include <algorithm>
#include <sstream>
#include <string>

namespace gateway {
namespace {

/// Draws the lanes of the course as lines, and its cones, and sets a range that contains them.
void draw_lanes(const plant::Scenario& scenario, std::ostream& script) {
    const auto lanes = plant::course_lanes(scenario.course);
    if (lanes.empty()) return;
    double lowest_m = lanes[0].right_m, highest_m = lanes[0].left_m;
    for (const plant::Lane& lane : lanes) {
        for (const double side_m : {lane.left_m, lane.right_m})
            script << "set arrow from " << lane.start_m << "," << side_m << " to " << lane.end_m
                   << "," << side_m << " nohead lw 3 lc rgb '" << palette::orange << "'\n";
        lowest_m = std::min(lowest_m, lane.right_m);
        highest_m = std::max(highest_m, lane.left_m);
    }
    for (const plant::Cone& cone : plant::course_cones(scenario.course))
        script << "set label '' at " << cone.x_m << "," << cone.y_m << " point pt 9 ps 0.8 lc rgb '"
               << palette::orange << "'\n";
    script << "set yrange [" << lowest_m - 0.5 << ":" << highest_m + 0.5 << "]\n";
}

/// The gnuplot expression of each quantity: the name of a column in quotes, or a formula.
struct Columns {
    const char *time, *x, *y, *vx, *steer, *yaw_rate, *ax, *ay;
};

constexpr Columns scenario_columns{"'t_s'",
                                   "'x_m'",
                                   "'y_m'",
                                   "(3.6*column('vx_mps'))",
                                   "(57.29578*column('steer_applied_rad'))",
                                   "(57.29578*column('yaw_rate_radps'))",
                                   "'ax_mps2'",
                                   "'ay_mps2'"};
constexpr Columns actuation_columns{"'t'",
                                    "'x'",
                                    "'y'",
                                    "(3.6*column('vx'))",
                                    "(57.29578*column('steer_report'))",
                                    "(57.29578*column('wz'))",
                                    "'ax'",
                                    "(column('wz')*column('vx'))"};

std::string begin_of_script(const std::string& title, const std::string& csv,
                            const std::filesystem::path& picture) {
    return "set datafile separator ','\n" + gnuplot_terminal(picture, 1200, 800) +
           "data = " + gnuplot_quoted(csv) +
           "\nset key below\nset offsets 0,0,0.5,0.5\nset grid lc rgb '" + palette::grid +
           "'\nset border lc rgb '" + palette::border + "'\nset multiplot layout 2,2 title " +
           gnuplot_quoted(title) + " font ',13'\n";
}

std::string one_line(const char* x, const char* y) {
    return std::string("plot data using ") + x + ":" + y + " with lines lw 2 lc rgb '" +
           palette::blue + "' notitle\n";
}

std::string two_lines(const char* x, const char* first, const char* first_title, const char* second,
                      const char* second_title) {
    return std::string("plot data using ") + x + ":" + first + " with lines lw 2 lc rgb '" +
           palette::orange + "' title '" + first_title + "', data using " + x + ":" + second +
           " with lines lw 2 lc rgb '" + palette::blue + "' title '" + second_title + "'\n";
}

std::string path_plot(const Columns& c) {
    return "set title 'Path'\nset xlabel 'x [m]'\nset ylabel 'y [m]'\n" + one_line(c.x, c.y) +
           "unset arrow\nunset label\nset autoscale y\n";
}

/// The plot of ISO 4138.
std::string steering_plot(const Columns& c) {
    return "set title 'Steering for a turn'\nset xlabel 'lateral acceleration [m/s^2]'\n"
           "set ylabel 'steering at the road wheel [deg]'\n" +
           one_line(c.ay, c.steer);
}

std::string four_plots(const std::string& first, const Columns& c) {
    return first +
           "set xlabel 'time [s]'\n"
           "set title 'Speed'\nset ylabel 'speed [km/h]'\n" +
           one_line(c.time, c.vx) +
           "set title 'Steering and yaw rate'\nset ylabel '[deg], [deg/s]'\n" +
           two_lines(c.time, c.steer, "steering at the road wheel [deg]", c.yaw_rate,
                     "yaw rate [deg/s]") +
           "set title 'Acceleration'\nset ylabel '[m/s^2]'\n" +
           two_lines(c.time, c.ax, "forward", c.ay, "to the left") + "unset multiplot\n";
}

}  // namespace

void draw_replay(const plant::Scenario& scenario, const std::filesystem::path& csv,
                 const std::filesystem::path& picture) {
    std::ostringstream lanes;
    draw_lanes(scenario, lanes);
    const bool is_steady = scenario.steer.shape == plant::SteerShape::ramp ||
                           scenario.course.kind == plant::CourseKind::circle;
    draw_with_gnuplot(
        begin_of_script(scenario.name, csv, picture) + lanes.str() +
            four_plots(is_steady ? steering_plot(scenario_columns) : path_plot(scenario_columns),
                       scenario_columns),
        picture);
}

void draw_actuation_replay(const std::string& title, const std::filesystem::path& csv,
                           const std::filesystem::path& picture) {
    draw_with_gnuplot(begin_of_script(title, csv, picture) +
                          four_plots(path_plot(actuation_columns), actuation_columns),
                      picture);
}

}  // namespace gateway
