// SPDX-License-Identifier: MIT
#include <ddc/command/ddctool.hpp>
#include <ddc/standard_streams.hpp>

#include <iostream>

int main(int argc, char** argv) {
    ddc::open_standard_streams();
    return ddc::command::run_ddctool({argv + 1, argv + argc}, std::cout, std::cerr);
}
