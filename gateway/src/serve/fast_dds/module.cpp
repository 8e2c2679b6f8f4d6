// SPDX-License-Identifier: MIT
#include "fast_participant.hpp"

#include <ddc/version.h>

#include <fastdds/dds/log/Log.hpp>

namespace {

using gateway::dds::Module;

/// Disables the output of Fast DDS to standard output, which is for results.
std::unique_ptr<gateway::dds::Participant> open_quietly(const gateway::dds::Place& place,
                                                        const gateway::Log& report) {
    eprosima::fastdds::dds::Log::ClearConsumers();
    return gateway::dds::open_fast_dds(place, report);
}

constexpr Module this_module{DDC_VERSION, open_quietly};

}  // namespace

extern "C" __attribute__((visibility("default"))) const Module* ddc_gateway_ros2_module() {
    return &this_module;
}
