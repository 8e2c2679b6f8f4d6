// SPDX-License-Identifier: MIT
#pragma once

#include "dds/participant.hpp"
#include "raw_type.hpp"

#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/DataWriterListener.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/topic/Topic.hpp>

#include <deque>
#include <mutex>

namespace gateway::dds {

/// @name QoS: reliable, volatile, for samples of any size
/// @{
eprosima::fastdds::dds::DataWriterQos writer_qos(int depth);
eprosima::fastdds::dds::DataReaderQos reader_qos(int depth);
/// @}

/// A writer that reports readers with an incompatible QoS.
class FastWriter : public Writer, private eprosima::fastdds::dds::DataWriterListener {
  public:
    /// @param report must outlive it
    /// @throws std::runtime_error
    FastWriter(eprosima::fastdds::dds::Publisher& publisher, eprosima::fastdds::dds::Topic& topic,
               int depth, const Log& report);
    ~FastWriter() override;
    FastWriter(const FastWriter&) = delete;
    FastWriter& operator=(const FastWriter&) = delete;

    void write(const std::byte* sample, std::size_t size) override;

  private:
    void on_offered_incompatible_qos(
        eprosima::fastdds::dds::DataWriter* writer,
        const eprosima::fastdds::dds::OfferedIncompatibleQosStatus& status) override;

    eprosima::fastdds::dds::Publisher& publisher_;
    const Log& report_;
    eprosima::fastdds::dds::DataWriter* writer_;
    Sample sample_;
};

/// A reader that notifies of writers that leave, and reports writers with an incompatible QoS.
class FastReader : public Reader, private eprosima::fastdds::dds::DataReaderListener {
  public:
    /// @param report must outlive it
    /// @throws std::runtime_error
    FastReader(eprosima::fastdds::dds::Subscriber& subscriber, eprosima::fastdds::dds::Topic& topic,
               ReaderEvents events, const Log& report);
    ~FastReader() override;
    FastReader(const FastReader&) = delete;
    FastReader& operator=(const FastReader&) = delete;

  private:
    void on_data_available(eprosima::fastdds::dds::DataReader* reader) override;
    void on_subscription_matched(
        eprosima::fastdds::dds::DataReader* reader,
        const eprosima::fastdds::dds::SubscriptionMatchedStatus& status) override;
    void on_requested_incompatible_qos(
        eprosima::fastdds::dds::DataReader* reader,
        const eprosima::fastdds::dds::RequestedIncompatibleQosStatus& status) override;

    eprosima::fastdds::dds::Subscriber& subscriber_;
    const Log& report_;
    Sample sample_;
    std::mutex mutex_;  ///< guards left_writers_, and is held while events are called
    ReaderEvents events_;
    std::deque<WriterId> left_writers_;  ///< the last ones: their samples may still be in the queue
    eprosima::fastdds::dds::DataReader* reader_;
};

}  // namespace gateway::dds
