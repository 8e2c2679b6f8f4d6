// SPDX-License-Identifier: MIT
#include <gateway/run.hpp>

#include <csignal>
#include <iostream>

namespace {
std::atomic<bool> stop{false};
}

int main(int argc, char** argv) {
    struct sigaction action {};
    action.sa_handler = [](int) { stop = true; };
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    return gateway::run({argv + 1, argv + argc}, std::cout, std::cerr, stop);
}
