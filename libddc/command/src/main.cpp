// SPDX-License-Identifier: MIT
#include <csignal>
#include <iostream>

#include "ddc/command/run.hpp"

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);  // a reader that has seen enough is no error
    return ddc::command::run({argv + 1, argv + argc}, std::cout, std::cerr,
                             ddc::command::Terminal::of_stdout());
}
