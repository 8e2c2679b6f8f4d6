// SPDX-License-Identifier: MIT
#include "lean_gateway.hpp"
#include "line/gateway_process.hpp"

int main(int /*count*/, char** arguments) {
    return gateway::gateway_process(arguments, gateway::run_lean);
}
