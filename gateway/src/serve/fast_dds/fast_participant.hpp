// SPDX-License-Identifier: MIT
#pragma once

#include "dds/participant.hpp"

#include <fastdds/dds/domain/qos/DomainParticipantQos.hpp>

namespace gateway::dds {

/// The QoS of a participant at that place.
eprosima::fastdds::dds::DomainParticipantQos participant_qos(const Place& place);

/// A participant of Fast DDS. @throws std::runtime_error if it cannot join the domain
std::unique_ptr<Participant> open_fast_dds(const Place& place, const Log& report);

}  // namespace gateway::dds
