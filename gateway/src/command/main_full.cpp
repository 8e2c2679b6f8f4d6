// SPDX-License-Identifier: MIT
#include "line/gateway_process.hpp"

#include <gateway/command/run.hpp>

#include <sys/prctl.h>

int main(int /*count*/, char** arguments) {
    ::prctl(PR_SET_NAME, "ddc-gateway");  // the name in lists of processes
    return gateway::gateway_process(arguments, gateway::run);
}
