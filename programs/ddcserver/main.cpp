// SPDX-License-Identifier: MIT
#include <ddc/standard_streams.hpp>
#include <gateway/ddcserver.hpp>
#include <gateway/run_streams.hpp>
#include <gateway/signals.hpp>

namespace {
gateway::RunControl control;
}

int main(int argc, char** argv) {
    ddc::open_standard_streams();
    gateway::obey_signals(control);
    gateway::RunStreams streams(control);
    return gateway::tcp::ddcserver({argv + 1, argv + argc}, streams.out(), streams.err(), control);
}
