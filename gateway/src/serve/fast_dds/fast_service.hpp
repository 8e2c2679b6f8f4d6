// SPDX-License-Identifier: MIT
#pragma once

#include "endpoints.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>
#include <thread>

namespace gateway::dds {

/// A server of services. A request of rmw_fastrtps has the client's identity in its sample info. A
/// request of rmw_cyclonedds begins with an identity of 16 bytes, which the reply repeats.
class FastService : public Service,
                    private eprosima::fastdds::dds::DataReaderListener,
                    private eprosima::fastdds::dds::DataWriterListener {
  public:
    /// @throws std::runtime_error
    FastService(eprosima::fastdds::dds::Publisher& publisher,
                eprosima::fastdds::dds::Subscriber& subscriber,
                eprosima::fastdds::dds::Topic& requests, eprosima::fastdds::dds::Topic& replies,
                OnRequest on_request);
    ~FastService() override;
    FastService(const FastService&) = delete;
    FastService& operator=(const FastService&) = delete;

  private:
    using Guid = eprosima::fastrtps::rtps::GUID_t;
    using Identity = eprosima::fastrtps::rtps::SampleIdentity;
    struct Request {
        Sample bytes;
        Identity identity;  ///< of the request
        Guid reader;        ///< of the client; unknown for rmw_cyclonedds
    };

    void on_data_available(eprosima::fastdds::dds::DataReader* reader) override;
    void on_publication_matched(
        eprosima::fastdds::dds::DataWriter* writer,
        const eprosima::fastdds::dds::PublicationMatchedStatus& status) override;
    void answer_until_closed();
    void answer(const Request& request);
    void await_reader(const Request& request);

    eprosima::fastdds::dds::Publisher& publisher_;
    eprosima::fastdds::dds::Subscriber& subscriber_;
    OnRequest on_request_;
    std::mutex mutex_;  ///< guards waiting_, readers_ and is_closed_
    std::condition_variable changed_;
    std::deque<Request> waiting_;
    std::set<Guid> readers_;  ///< readers of replies
    bool is_closed_ = false;
    eprosima::fastdds::dds::DataWriter* writer_;
    eprosima::fastdds::dds::DataReader* reader_;
    std::thread thread_;
};

}  // namespace gateway::dds
