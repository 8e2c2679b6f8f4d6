// SPDX-License-Identifier: MIT
#include <gateway/vds1/vdsim_realtime.hpp>

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
    return gateway::vds1::vdsim_realtime({argv + 1, argv + argc}, std::cout, std::cerr, control);
}
