// SPDX-License-Identifier: MIT
#include <gateway/run.hpp>

#include <ddc/standard_streams.hpp>

#include <csignal>
#include <iostream>

namespace {
gateway::RunControl control;
}

int main(int argc, char** argv) {
    ddc::open_standard_streams();
    struct sigaction action {};
    action.sa_handler = [](int) { control.stop = true; };
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    action.sa_handler = [](int) { control.pause = true; };
    ::sigaction(SIGUSR1, &action, nullptr);
    action.sa_handler = [](int) { control.pause = false; };
    ::sigaction(SIGUSR2, &action, nullptr);
    return gateway::run({argv + 1, argv + argc}, std::cout, std::cerr, control);
}
