// SPDX-License-Identifier: MIT
#pragma once

#include <array>

namespace gateway {

/// A verb of ddc-gateway, as its help lists it.
struct KnownVerb {
    const char* name;
    const char* description;
};

/// All verbs, in the order of the help. ddc-gateway contains the first two, ddc-gateway-full all.
inline constexpr std::array<KnownVerb, 18> known_verbs{{
    {"run", "Run a configuration"},
    {"validate", "Check a configuration and every file it names"},
    {"replay",
     "Run a scenario or a table of actuation commands through a vehicle model, without a program"},
    {"identify", "Fit the parameters of an actuation model to a recorded drive"},
    {"plot", "Plot traces and recordings: path, speed, distance from the route, any column"},
    {"report", "Write a web page about one run, or about the deadlines of realtime runs"},
    {"compare", "Compare two traces, recordings or summaries"},
    {"check", "Check whether a trace meets requirements"},
    {"ctl", "Pause, step, resume or stop a run, scale a realtime run, or release a vehicle"},
    {"campaign", "Run one configuration many times with varied values"},
    {"safety", "Apply the rules of the vehicle interface to commands from standard input"},
    {"mcap", "Inspect or repair MCAP recordings"},
    {"rerun",
     "Replay the recorded inputs of a run to another build of its program, and compare outputs"},
    {"view", "Serve a recording to Foxglove or PlotJuggler"},
    {"studio", "Configure, start and watch runs in a browser"},
    {"bench-machine", "Measure which period this machine holds, and why not a shorter one"},
    {"new-program",
     "Create a folder with a working example program, its configuration, a requirement and a test"},
    {"fmu", "Export vehicles and programs as FMUs (FMI 2.0 and 3.0), and show FMUs"},
}};

}  // namespace gateway
