// SPDX-License-Identifier: MIT
#include "command/gateway_process.hpp"
#include "command/lean_gateway.hpp"

int main(int /*count*/, char** arguments) {
    return gateway::gateway_process(arguments, gateway::run_lean);
}
