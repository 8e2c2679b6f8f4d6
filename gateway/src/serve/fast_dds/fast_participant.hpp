// SPDX-License-Identifier: MIT
#pragma once

#include "dds/participant.hpp"

#include <fastdds/dds/domain/qos/DomainParticipantQos.hpp>

namespace gateway::dds {

/// Where it is to be, in the words of Fast DDS.
eprosima::fastdds::dds::DomainParticipantQos participant_qos(const Place& place);

/// A participant of Fast DDS. @throws std::runtime_error if it cannot be in that place
std::unique_ptr<Participant> open_fast_dds(const Place& place, const Log& report);

}  // namespace gateway::dds
