// SPDX-License-Identifier: MIT
#include <gateway/run.hpp>

#include <csignal>
#include <iostream>

namespace {
gateway::RunControl control;
}

int main(int argc, char** argv) {
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
