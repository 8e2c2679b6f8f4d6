// SPDX-License-Identifier: MIT
#include "fast_service.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <stdexcept>

namespace gateway::dds {
namespace {

namespace fast = eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;

/// The default of services in ROS 2.
constexpr int service_depth = 10;
/// Limit of the queue: requests of a client that sends faster than it gets replies are lost.
constexpr std::size_t most_requests = 100;
/// Limit of the wait until a client can receive the reply. rmw waits for 100 ms, too short on a
/// busy machine.
constexpr std::chrono::seconds longest_wait{1};
constexpr std::size_t header_size = 4;     ///< encapsulation header
constexpr std::size_t identity_size = 16;  ///< precedes a request of rmw_cyclonedds

/// A GUID begins with its vendor.
bool is_of_cyclone(const rtps::GUID_t& writer) {
    return writer.guidPrefix.value[0] == 0x01 && writer.guidPrefix.value[1] == 0x10;
}

}  // namespace

FastService::FastService(fast::Publisher& publisher, fast::Subscriber& subscriber,
                         fast::Topic& requests, fast::Topic& replies, OnRequest on_request)
    : publisher_(publisher),
      subscriber_(subscriber),
      on_request_(std::move(on_request)),
      writer_(publisher.create_datawriter(&replies, writer_qos(service_depth), this,
                                          fast::StatusMask::publication_matched())),
      reader_(subscriber.create_datareader(&requests, reader_qos(service_depth), this,
                                           fast::StatusMask::data_available())) {
    if (writer_ == nullptr || reader_ == nullptr)
        throw std::runtime_error("ros2: Fast DDS cannot serve '" + requests.get_name() + "'");
    thread_ = std::thread([this] { answer_until_closed(); });
}

FastService::~FastService() {
    reader_->set_listener(nullptr);
    writer_->set_listener(nullptr);
    {
        const std::lock_guard lock(mutex_);
        is_closed_ = true;
    }
    changed_.notify_all();
    thread_.join();
    subscriber_.delete_datareader(reader_);
    publisher_.delete_datawriter(writer_);
}

void FastService::on_data_available(fast::DataReader* reader) {
    fast::SampleInfo info;
    Request request;
    while (reader->take_next_sample(&request.bytes, &info) == ReturnCode_t::RETCODE_OK) {
        if (!info.valid_data) continue;
        request.identity = info.sample_identity;
        request.reader = info.related_sample_identity.writer_guid();
        const std::lock_guard lock(mutex_);
        if (waiting_.size() < most_requests) waiting_.push_back(request);
    }
    changed_.notify_all();
}

void FastService::on_publication_matched(fast::DataWriter* /*writer*/,
                                         const fast::PublicationMatchedStatus& status) {
    const Guid reader = rtps::iHandle2GUID(status.last_subscription_handle);
    {
        const std::lock_guard lock(mutex_);
        if (status.current_count_change > 0)
            readers_.insert(reader);
        else
            readers_.erase(reader);
    }
    changed_.notify_all();
}

void FastService::answer_until_closed() {
    for (;;) {
        Request request;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return is_closed_ || !waiting_.empty(); });
            if (is_closed_) return;
            request = std::move(waiting_.front());
            waiting_.pop_front();
        }
        answer(request);
    }
}

/// Waits until DDS has discovered the reader: a reply sent before is lost.
void FastService::await_reader(const Request& request) {
    const auto is_there = [&] {
        if (is_closed_) return true;
        if (request.reader != Guid::unknown()) return readers_.count(request.reader) == 1;
        return std::any_of(readers_.begin(), readers_.end(), [&](const Guid& reader) {
            return reader.guidPrefix == request.identity.writer_guid().guidPrefix;
        });
    };
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, longest_wait, is_there);
}

void FastService::answer(const Request& request) {
    Sample body = request.bytes, identity;
    if (is_of_cyclone(request.identity.writer_guid())) {
        if (body.size() < header_size + identity_size) return;
        const auto first = body.begin() + header_size, last = first + identity_size;
        identity.assign(first, last);
        body.erase(first, last);
    }
    Sample reply = on_request_(body.data(), body.size());
    if (reply.size() < header_size) return;
    reply.insert(reply.begin() + header_size, identity.begin(), identity.end());
    await_reader(request);
    rtps::WriteParams params;
    Identity& related = params.related_sample_identity();
    related.writer_guid(request.reader != Guid::unknown() ? request.reader
                                                          : request.identity.writer_guid());
    related.sequence_number(request.identity.sequence_number());
    writer_->write(&reply, params);
}

}  // namespace gateway::dds
