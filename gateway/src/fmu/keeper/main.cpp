// SPDX-License-Identifier: MIT
// ddc-fmu-host NAME: executes an FMU for ddc-gateway, which shares memory with it and is at the
// other end of its socket. Not for users.
#include "keeper.hpp"

#include <gateway/base/exit_code.hpp>

#include <ddc/standard_streams.hpp>

#include <sys/socket.h>

#include <cstdio>
#include <cstring>
#include <exception>

namespace {

/// @return the exit code
int show_usage(int argc, char** argv) {
    const bool is_asked =
        argc == 2 && (std::strcmp(argv[1], "-h") == 0 || std::strcmp(argv[1], "--help") == 0);
    std::fputs(
        "Usage: ddc-fmu-host NAME\n"
        "ddc-gateway starts it with each vehicle that an FMU simulates, so that the FMU cannot "
        "disturb the gateway.\nThere is no need to start it by hand.\n",
        is_asked ? stdout : stderr);
    return is_asked ? gateway::exit_code::done : gateway::exit_code::bad_input;
}

bool has_lifeline() {
    int type = 0;
    socklen_t size = sizeof type;
    return ::getsockopt(gateway::fmu_host::lifeline_descriptor, SOL_SOCKET, SO_TYPE, &type,
                        &size) == 0 &&
           type == SOCK_SEQPACKET;
}

}  // namespace

int main(int argc, char** argv) {
    ddc::open_standard_streams();
    if (argc != 2 || argv[1][0] == '-' || !has_lifeline()) return show_usage(argc, argv);
    try {
        return gateway::fmu_host::Keeper(argv[1]).run();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "ddc-fmu-host: %s\n", error.what());
        return gateway::exit_code::failed;
    }
}
