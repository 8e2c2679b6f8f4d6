// SPDX-License-Identifier: MIT
// Calls the service like rmw_fastrtps: the client names the reader of its reply in the request.
// Prints `success 1` or `success 0`.
//
// Usage: ros2_ask_fast DOMAIN mode CODE
#include "fast_dds/endpoints.hpp"
#include "fast_dds/fast_participant.hpp"

#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace {

namespace fast = eprosima::fastdds::dds;
using gateway::dds::RawType;
using gateway::dds::Sample;

constexpr std::chrono::milliseconds moment{2};

fast::Topic* topic(fast::DomainParticipant* participant, const char* name, const char* type) {
    fast::TypeSupport(new RawType(type)).register_type(participant);
    return participant->create_topic(name, type, fast::TOPIC_QOS_DEFAULT);
}

bool is_matched(fast::DataWriter* writer) {
    fast::PublicationMatchedStatus status;
    writer->get_publication_matched_status(status);
    return status.current_count > 0;
}

int ask(std::uint32_t domain, std::uint8_t mode) {
    auto* participant = fast::DomainParticipantFactory::get_instance()->create_participant(
        domain, gateway::dds::participant_qos({domain, ""}));
    auto* writer = participant->create_publisher(fast::PUBLISHER_QOS_DEFAULT)
                       ->create_datawriter(
                           topic(participant, "rq/control/control_mode_requestRequest",
                                 "autoware_vehicle_msgs::srv::dds_::ControlModeCommand_Request_"),
                           gateway::dds::writer_qos(10));
    auto* reader = participant->create_subscriber(fast::SUBSCRIBER_QOS_DEFAULT)
                       ->create_datareader(
                           topic(participant, "rr/control/control_mode_requestReply",
                                 "autoware_vehicle_msgs::srv::dds_::ControlModeCommand_Response_"),
                           gateway::dds::reader_qos(10));
    while (!is_matched(writer)) std::this_thread::sleep_for(moment);
    Sample request;
    for (const int byte : {0, 1, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0})
        request.push_back(static_cast<std::byte>(byte));
    request.push_back(std::byte{mode});
    Sample reply;
    fast::SampleInfo info;
    // Repeats it each second, since the reply may be lost while DDS discovers its reader.
    constexpr int polls_per_second = 500;
    for (int look = 0; reader->take_next_sample(&reply, &info) != ReturnCode_t::RETCODE_OK ||
                       info.related_sample_identity.writer_guid() != reader->guid();
         ++look) {
        eprosima::fastrtps::rtps::WriteParams params;
        params.related_sample_identity().writer_guid(reader->guid());
        if (look % polls_per_second == 0) writer->write(&request, params);
        std::this_thread::sleep_for(moment);
    }
    std::printf("success %d\n", reply.size() > 4 ? std::to_integer<int>(reply[4]) : -1);
    participant->delete_contained_entities();
    fast::DomainParticipantFactory::get_instance()->delete_participant(participant);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    constexpr unsigned longest_life_s = 150;
    ::alarm(longest_life_s);
    if (argc != 4) return 2;
    return ask(static_cast<std::uint32_t>(std::strtoul(argv[1], nullptr, 10)),
               static_cast<std::uint8_t>(std::atoi(argv[3])));
}
