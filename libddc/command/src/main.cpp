// SPDX-License-Identifier: MIT
#include "output.hpp"

#include <ddc/command/run.hpp>
#include <ddc/standard_streams.hpp>

#include <unistd.h>

#include <csignal>
#include <iostream>

int main(int argc, char** argv) {
    ddc::open_standard_streams();
    std::signal(SIGPIPE, SIG_IGN);  // a reader that closes the output is not an error
    ddc::command::OutputBuffer buffer(STDOUT_FILENO);
    std::ostream out(&buffer);
    out.exceptions(std::ios::badbit);
    return ddc::command::run({argv + 1, argv + argc}, out, std::cerr,
                             ddc::command::Terminal::of_stdout());
}
