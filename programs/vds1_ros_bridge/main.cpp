// SPDX-License-Identifier: MIT
#include "bridge_node.hpp"

#include <ddc/version.h>
#include <ddc/standard_streams.hpp>

#include <ros/init.h>

#include <cstring>
#include <exception>
#include <iostream>
#include <stdexcept>

namespace {

/// Does not use rosconsole, which is shut down together with the last node handle.
int fail(const std::exception& error, int exit_code) {
    std::cerr << error.what() << "\n";
    return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
    ddc::open_standard_streams();
    if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
        std::cout << "vds1_ros_bridge " DDC_VERSION "\n";
        return 0;
    }
    ros::init(argc, argv, "vds1_ros_bridge");
    try {
        const ros::NodeHandle own("~");
        BridgeNode node(read_parameters(own));
        node.run();
        node.print_counters(std::cout);
        return 0;
    } catch (const std::invalid_argument& error) {
        return fail(error, 2);
    } catch (const std::exception& error) {
        return fail(error, 1);
    }
}
