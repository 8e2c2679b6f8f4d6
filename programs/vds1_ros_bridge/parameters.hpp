// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/protocol/vds1/client.hpp>
#include <gateway/vehicle/autohyu/pedal_map.hpp>

#include <ros/node_handle.h>

#include <chrono>
#include <cstddef>

/// The node's private parameters; docs/reference/autohyu.md lists them.
struct Parameters {
    gateway::vds1::ClientOptions client;
    gateway::autohyu::PedalMap pedals;
    std::chrono::nanoseconds command_timeout{100'000'000};
    std::chrono::nanoseconds period{10'000'000};
    std::size_t filter_length = 0;  ///< states; 0: no filter
    double ref_lat_deg = 0;
    double ref_lon_deg = 0;
};

/// @throws std::invalid_argument "/node/name: reason"
Parameters read_parameters(const ros::NodeHandle& node);
