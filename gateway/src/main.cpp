// SPDX-License-Identifier: MIT
#include <gateway/process_start.hpp>
#include <gateway/run.hpp>
#include <gateway/run_streams.hpp>
#include <gateway/signals.hpp>

#include <ddc/standard_streams.hpp>

#include <csignal>

namespace {
gateway::RunControl control;
}

int main(int argc, char** argv) {
    ddc::open_standard_streams();
    const gateway::ProcessStart start(argv);
    struct sigaction action {};
    action.sa_handler = [](int) { control.begin_pause(); };
    ::sigaction(SIGUSR1, &action, nullptr);
    action.sa_handler = [](int) { control.pause = false; };
    ::sigaction(SIGUSR2, &action, nullptr);
    gateway::obey_signals(control);
    const int code = [&] {
        gateway::RunStreams streams(control);
        return gateway::run({argv + 1, argv + argc}, streams.out(), streams.err(), control);
    }();
    return start.again_or(code, control);
}
