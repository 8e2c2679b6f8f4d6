// SPDX-License-Identifier: MIT
#include "control_socket.hpp"

#include "../number/limits.hpp"

#include <spdlog/fmt/fmt.h>

namespace gateway {
namespace {

std::string scale(const std::string& text, RunControl& control) {
    double factor = 0;
    const std::string complaint = plant::read_number(text, limits::time_scale, factor);
    if (!complaint.empty()) return "error: the time scale " + complaint;
    control.time_scale = factor;
    return "ok";
}

}  // namespace

std::string obey(const std::string& request, RunControl& control) {
    if (request == "pause") {
        control.begin_pause();
        return "ok";
    }
    if (request == "resume") {
        control.pause = false;
        return "ok";
    }
    if (request == "stop") {
        control.stop = true;
        return "ok";
    }
    if (request == "release") {
        ++control.releases;
        return "ok";
    }
    if (request == "status") {
        const double factor = control.time_scale;
        return std::string(control.stop    ? "stopping"
                           : control.pause ? "paused"
                                           : "running") +
               (factor > 0 ? fmt::format(", time scale {}", factor) : ", time scale as configured");
    }
    const std::string scale_word = "scale ";
    if (request.rfind(scale_word, 0) == 0) return scale(request.substr(scale_word.size()), control);
    return "error: '" + request + "' is none of pause, resume, stop, release, scale FACTOR, status";
}

}  // namespace gateway
