// SPDX-License-Identifier: MIT
#include <ddc/standard_streams.hpp>
#include <gateway/base/process_start.hpp>
#include <gateway/base/run_streams.hpp>
#include <gateway/base/signals.hpp>
#include <gateway/command/ddcserver.hpp>

namespace {
gateway::RunControl control;
}

int main(int argc, char** argv) {
    ddc::open_standard_streams();
    const gateway::ProcessStart start(argv);
    gateway::handle_signals(control);
    const int code = [&] {
        gateway::RunStreams streams(control);
        return gateway::tcp::ddcserver({argv + 1, argv + argc}, streams.out(), streams.err(),
                                       control);
    }();
    return start.again_or(code, control);
}
