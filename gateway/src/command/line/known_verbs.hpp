// SPDX-License-Identifier: MIT
#pragma once

#include <array>

namespace gateway {

/// A verb of ddc-gateway, as its help lists it.
struct KnownVerb {
    const char* name;
    const char* description;
};

/// All of them, in the order of the help. Two are in ddc-gateway itself, all in ddc-gateway-full.
inline constexpr std::array<KnownVerb, 16> known_verbs{{
    {"run", "Run a configuration"},
    {"validate", "Check a configuration and every file it names"},
    {"replay",
     "Run a scenario or a table of actuation commands through a vehicle model, without a program"},
    {"identify", "Find an actuation model's parameters in a drive"},
    {"plot", "Draw traces and recordings: path, speed, distance from the route, any column"},
    {"report", "Write a page about one run: summary, requirements, charts, configuration"},
    {"compare", "Tell what two traces or two summaries differ in"},
    {"check", "Tell whether a trace meets requirements"},
    {"ctl", "Pause, step, resume or stop a run, scale a realtime one, or release a vehicle"},
    {"campaign", "Make many runs of one configuration"},
    {"safety", "Show what the vehicle interface's rules do to commands"},
    {"mcap", "Look into recordings in MCAP, and repair them"},
    {"rerun", "Show a recorded run's inputs to another build of its program, and compare"},
    {"view", "Show a recording in Foxglove or PlotJuggler"},
    {"studio", "Prepare, start and look at runs in a browser"},
    {"new-program",
     "Make a folder with a program to begin with: it drives, and has its configuration, a "
     "requirement and a test"},
}};

}  // namespace gateway
