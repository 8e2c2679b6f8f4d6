// SPDX-License-Identifier: MIT
#include "fast_participant.hpp"

#include "endpoints.hpp"
#include "fast_service.hpp"

#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>
#include <fastrtps/utils/IPLocator.h>
#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>

#include <stdexcept>

namespace gateway::dds {
namespace {

namespace fast = eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;
using eprosima::fastdds::rtps::UDPv4TransportDescriptor;

/// Number of participants per machine that Cyclone DDS and ROS 2 search for.
constexpr std::uint32_t most_peers = 32;
constexpr const char* loopback_address = "127.0.0.1";

/// Finds other participants of this machine by their ports.
void stay_on_loopback(fast::DomainParticipantQos& qos) {
    rtps::Locator_t peer;
    rtps::IPLocator::setIPv4(peer, loopback_address);
    qos.wire_protocol().builtin.initialPeersList.push_back(peer);
    // A list that is not empty replaces the multicast address.
    qos.wire_protocol().builtin.metatrafficUnicastLocatorList.push_back(rtps::Locator_t());
}

class FastParticipant : public Participant {
  public:
    FastParticipant(const Place& place, Log report) : report_(std::move(report)) {
        participant_ = fast::DomainParticipantFactory::get_instance()->create_participant(
            place.domain, participant_qos(place));
        if (participant_ == nullptr)
            throw std::runtime_error("ros2: Fast DDS cannot join domain " +
                                     std::to_string(place.domain));
        publisher_ = participant_->create_publisher(fast::PUBLISHER_QOS_DEFAULT);
        subscriber_ = participant_->create_subscriber(fast::SUBSCRIBER_QOS_DEFAULT);
    }
    ~FastParticipant() override {
        participant_->delete_contained_entities();
        fast::DomainParticipantFactory::get_instance()->delete_participant(participant_);
    }
    FastParticipant(const FastParticipant&) = delete;
    FastParticipant& operator=(const FastParticipant&) = delete;

    std::unique_ptr<Writer> create_writer(const std::string& topic, const std::string& type,
                                          int depth) override {
        return std::make_unique<FastWriter>(*publisher_, topic_of(topic, type), depth, report_);
    }
    std::unique_ptr<Reader> create_reader(const std::string& topic, const std::string& type,
                                          ReaderEvents events) override {
        return std::make_unique<FastReader>(*subscriber_, topic_of(topic, type), std::move(events),
                                            report_);
    }
    std::unique_ptr<Service> create_service(const ServiceNames& names,
                                            OnRequest on_request) override {
        return std::make_unique<FastService>(
            *publisher_, *subscriber_, topic_of(names.request_topic, names.request_type),
            topic_of(names.reply_topic, names.reply_type), std::move(on_request));
    }

  private:
    fast::Topic& topic_of(const std::string& topic, const std::string& type) {
        fast::TypeSupport(new RawType(type)).register_type(participant_);
        fast::Topic* const made = participant_->create_topic(topic, type, fast::TOPIC_QOS_DEFAULT);
        if (made == nullptr) throw std::runtime_error("ros2: topic '" + topic + "' already exists");
        return *made;
    }

    Log report_;
    fast::DomainParticipant* participant_ = nullptr;
    fast::Publisher* publisher_ = nullptr;
    fast::Subscriber* subscriber_ = nullptr;
};

}  // namespace

fast::DomainParticipantQos participant_qos(const Place& place) {
    fast::DomainParticipantQos qos = fast::PARTICIPANT_QOS_DEFAULT;
    qos.name("ddc-gateway");
    const bool is_loopback = place.address.empty();
    const auto udp = std::make_shared<UDPv4TransportDescriptor>();
    udp->interfaceWhiteList.push_back(is_loopback ? loopback_address : place.address);
    udp->maxInitialPeersRange = most_peers;
    qos.transport().use_builtin_transports = false;
    qos.transport().user_transports.push_back(udp);
    if (is_loopback) stay_on_loopback(qos);
    return qos;
}

std::unique_ptr<Participant> open_fast_dds(const Place& place, const Log& report) {
    return std::make_unique<FastParticipant>(place, report);
}

}  // namespace gateway::dds
