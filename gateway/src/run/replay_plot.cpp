// SPDX-License-Identifier: MIT
#include "replay_plot.hpp"

#include <plant/manoeuvre.hpp>

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <string>

namespace gateway {
namespace {

/// A text in gnuplot's single quotes, where only the quote itself is special.
std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char letter : text) {
        if (letter == '\n') continue;
        result += letter;
        if (letter == '\'') result += letter;
    }
    return result + "'";
}

/// The course's lanes as lines, and a range that shows all of them.
void draw_lanes(const plant::Scenario& scenario, std::ostream& script) {
    const auto lanes = plant::course_lanes(scenario.course);
    if (lanes.empty()) return;
    double lowest_m = lanes[0].right_m, highest_m = lanes[0].left_m;
    for (const plant::Lane& lane : lanes) {
        for (const double side_m : {lane.left_m, lane.right_m})
            script << "set arrow from " << lane.start_m << "," << side_m << " to " << lane.end_m
                   << "," << side_m << " nohead lw 3 lc rgb '#d9641e'\n";
        lowest_m = std::min(lowest_m, lane.right_m);
        highest_m = std::max(highest_m, lane.left_m);
    }
    script << "set yrange [" << lowest_m - 0.5 << ":" << highest_m + 0.5 << "]\n";
}

std::string script_for(const plant::Scenario& scenario, const std::string& csv,
                       const std::string& png) {
    std::ostringstream script;
    script << "set datafile separator ','\n"
              "set terminal pngcairo size 1200,800 font 'DejaVu Sans,10' noenhanced\n"
           << "set output " << quoted(png) << "\ndata = " << quoted(csv) << "\n"
           << "set key below\nset offsets 0,0,0.5,0.5\nset grid lc rgb '#dddddd'\nset border lc "
              "rgb '#888888'\n"
           << "set multiplot layout 2,2 title " << quoted(scenario.name) << " font ',13'\n";
    draw_lanes(scenario, script);
    script << "set title 'Path'\nset xlabel 'x [m]'\nset ylabel 'y [m]'\n"
              "plot data using 'x_m':'y_m' with lines lw 2 lc rgb '#1f6fb4' notitle\n"
              "unset arrow\nset autoscale y\nset xlabel 'time [s]'\n"
              "set title 'Speed'\nset ylabel 'speed [km/h]'\n"
              "plot data using 't_s':(3.6*column('vx_mps')) with lines lw 2 lc rgb '#1f6fb4' "
              "notitle\n"
              "set title 'Steering and yaw rate'\nset ylabel '[deg], [deg/s]'\n"
              "plot data using 't_s':(57.29578*column('steer_applied_rad')) with lines lw 2 "
              "lc rgb '#d9641e' title 'steering at the road wheel [deg]', "
              "data using 't_s':(57.29578*column('yaw_rate_radps')) with lines lw 2 "
              "lc rgb '#1f6fb4' title 'yaw rate [deg/s]'\n"
              "set title 'Acceleration'\nset ylabel '[m/s^2]'\n"
              "plot data using 't_s':'ax_mps2' with lines lw 2 lc rgb '#d9641e' title "
              "'forward', data using 't_s':'ay_mps2' with lines lw 2 lc rgb '#1f6fb4' title "
              "'to the left'\nunset multiplot\n";
    return script.str();
}

}  // namespace

void draw_replay(const plant::Scenario& scenario, const std::filesystem::path& csv,
                 const std::filesystem::path& png) {
    if (png.has_parent_path()) std::filesystem::create_directories(png.parent_path());
    std::FILE* gnuplot = ::popen("gnuplot", "w");
    if (gnuplot == nullptr) throw std::runtime_error("gnuplot cannot be started");
    const std::string script = script_for(scenario, csv.string(), png.string());
    const bool is_written = std::fwrite(script.data(), 1, script.size(), gnuplot) == script.size();
    if (::pclose(gnuplot) != 0 || !is_written)
        throw std::runtime_error(png.string() +
                                 ": could not be drawn; is gnuplot installed (gnuplot-nox)?");
}

}  // namespace gateway
