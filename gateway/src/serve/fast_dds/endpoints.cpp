// SPDX-License-Identifier: MIT
#include "endpoints.hpp"

#include <fastdds/rtps/common/Guid.h>
#include <fastdds/rtps/common/InstanceHandle.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gateway::dds {
namespace {

namespace fast = eprosima::fastdds::dds;

constexpr std::size_t most_left_writers = 64;

WriterId id_of(const eprosima::fastrtps::rtps::InstanceHandle_t& handle) {
    eprosima::fastrtps::rtps::GUID_t guid;
    eprosima::fastrtps::rtps::iHandle2GUID(guid, handle);
    WriterId id{};
    const auto& prefix = guid.guidPrefix.value;
    const auto& entity = guid.entityId.value;
    auto* const end = std::copy(std::begin(prefix), std::end(prefix), id.begin());
    std::copy(std::begin(entity), std::end(entity), end);
    return id;
}

/// Names by the numbers of DDS 1.4.
std::string policy_name(fast::QosPolicyId_t policy) {
    switch (policy) {
        case fast::DURABILITY_QOS_POLICY_ID:
            return "durability";
        case fast::DEADLINE_QOS_POLICY_ID:
            return "deadline";
        case fast::OWNERSHIP_QOS_POLICY_ID:
            return "ownership";
        case fast::LIVELINESS_QOS_POLICY_ID:
            return "liveliness";
        case fast::RELIABILITY_QOS_POLICY_ID:
            return "reliability";
        default:
            return "policy " + std::to_string(policy);
    }
}

std::string incompatible_qos_text(const std::string& endpoint, const std::string& topic,
                                  fast::QosPolicyId_t policy) {
    return "ros2: " + endpoint + " of '" + topic + "' is left out: its QoS is incompatible in " +
           policy_name(policy) + "; ours is reliable and volatile";
}

template <class Qos>
Qos reliable_and_volatile(Qos qos, int depth) {
    qos.reliability().kind = fast::RELIABLE_RELIABILITY_QOS;
    qos.durability().kind = fast::VOLATILE_DURABILITY_QOS;
    qos.history().kind = fast::KEEP_LAST_HISTORY_QOS;
    qos.history().depth = depth;
    qos.endpoint().history_memory_policy =
        eprosima::fastrtps::rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
    qos.data_sharing().off();
    return qos;
}

}  // namespace

fast::DataWriterQos writer_qos(int depth) {
    return reliable_and_volatile(fast::DATAWRITER_QOS_DEFAULT, depth);
}

fast::DataReaderQos reader_qos(int depth) {
    return reliable_and_volatile(fast::DATAREADER_QOS_DEFAULT, depth);
}

FastWriter::FastWriter(fast::Publisher& publisher, fast::Topic& topic, int depth, const Log& report)
    : publisher_(publisher),
      report_(report),
      writer_(publisher.create_datawriter(&topic, writer_qos(depth), this,
                                          fast::StatusMask::offered_incompatible_qos())) {
    if (writer_ == nullptr)
        throw std::runtime_error("ros2: Fast DDS cannot write '" + topic.get_name() + "'");
}

FastWriter::~FastWriter() {
    writer_->set_listener(nullptr);
    publisher_.delete_datawriter(writer_);
}

void FastWriter::write(const std::byte* sample, std::size_t size) {
    sample_.assign(sample, sample + size);
    writer_->write(&sample_);
}

void FastWriter::on_offered_incompatible_qos(fast::DataWriter* writer,
                                             const fast::OfferedIncompatibleQosStatus& status) {
    report_(
        incompatible_qos_text("a reader", writer->get_topic()->get_name(), status.last_policy_id));
}

FastReader::FastReader(fast::Subscriber& subscriber, fast::Topic& topic, ReaderEvents events,
                       const Log& report)
    : subscriber_(subscriber),
      report_(report),
      events_(std::move(events)),
      reader_(subscriber.create_datareader(&topic, reader_qos(1), this,
                                           fast::StatusMask::data_available()
                                               << fast::StatusMask::subscription_matched()
                                               << fast::StatusMask::requested_incompatible_qos())) {
    if (reader_ == nullptr)
        throw std::runtime_error("ros2: Fast DDS cannot read '" + topic.get_name() + "'");
}

FastReader::~FastReader() {
    reader_->set_listener(nullptr);
    subscriber_.delete_datareader(reader_);
}

void FastReader::on_data_available(fast::DataReader* reader) {
    fast::SampleInfo info;
    while (reader->take_next_sample(&sample_, &info) == ReturnCode_t::RETCODE_OK) {
        if (!info.valid_data) continue;
        const WriterId writer = id_of(info.publication_handle);
        const std::lock_guard lock(mutex_);
        if (std::find(left_writers_.begin(), left_writers_.end(), writer) == left_writers_.end())
            events_.sample(writer, sample_.data(), sample_.size());
    }
}

void FastReader::on_subscription_matched(fast::DataReader* /*reader*/,
                                         const fast::SubscriptionMatchedStatus& status) {
    const WriterId writer = id_of(status.last_publication_handle);
    const std::lock_guard lock(mutex_);
    left_writers_.erase(std::remove(left_writers_.begin(), left_writers_.end(), writer),
                        left_writers_.end());
    if (status.current_count_change >= 0) return;
    left_writers_.push_back(writer);
    if (left_writers_.size() > most_left_writers) left_writers_.pop_front();
    events_.writer_left(writer);
}

void FastReader::on_requested_incompatible_qos(fast::DataReader* reader,
                                               const fast::RequestedIncompatibleQosStatus& status) {
    report_(incompatible_qos_text("a writer", reader->get_topicdescription()->get_name(),
                                  status.last_policy_id));
}

}  // namespace gateway::dds
