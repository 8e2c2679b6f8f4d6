// SPDX-License-Identifier: MIT
#include <ddc/standard_streams.hpp>
#include <gateway/run_streams.hpp>
#include <gateway/signals.hpp>
#include <gateway/vdsim_realtime.hpp>

namespace {
gateway::RunControl control;
}

int main(int argc, char** argv) {
    ddc::open_standard_streams();
    gateway::obey_signals(control);
    gateway::RunStreams streams(control);
    return gateway::vdsim::vdsim_realtime({argv + 1, argv + argc}, streams.out(), streams.err(),
                                          control);
}
