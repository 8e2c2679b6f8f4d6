// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/// What the gateway wants of DDS. A module, loaded on demand, has it, so that the gateway itself
/// depends on no DDS library.
namespace gateway::dds {

struct Place {
    std::uint32_t domain = 0;
    /// Of the network interface that is used, with multicast; empty: the loopback, by unicast
    /// alone.
    std::string address;
};

class Writer {
  public:
    virtual ~Writer() = default;
    /// Sends a sample to who reads the topic now. @param sample CDR with its encapsulation header
    virtual void write(const std::byte* sample, std::size_t size) = 0;
};

/// Its GUID in DDS.
using WriterId = std::array<std::uint8_t, 16>;

/// What comes to a reader, told from threads of DDS, one at a time.
struct ReaderEvents {
    /// @param sample CDR with its encapsulation header
    std::function<void(const WriterId& writer, const std::byte* sample, std::size_t size)> sample;
    /// The writer has left, or was not heard of for as long as it said it would be. No sample of it
    /// comes after this, unless it comes back.
    std::function<void(const WriterId& writer)> gone;
};

/// Reads for as long as it lives.
class Reader {
  public:
    virtual ~Reader() = default;
};

/// Told of each request, from a thread of the service. @return the response, both as samples; an
/// empty one is not sent
using OnRequest = std::function<std::vector<std::byte>(const std::byte* request, std::size_t size)>;

struct ServiceNames {
    std::string request_topic, request_type;
    std::string reply_topic, reply_type;
};

/// Answers for as long as it lives, clients of rmw_fastrtps and of rmw_cyclonedds alike.
class Service {
  public:
    virtual ~Service() = default;
};

/// A member of a domain. Its writers and readers are reliable and volatile, as the rest of ROS 2
/// has it by default. May be used by one thread.
class Participant {
  public:
    virtual ~Participant() = default;
    /// @param topic of DDS, such as `rt/clock`
    /// @param type such as `rosgraph_msgs::msg::dds_::Clock_`
    /// @param depth samples that are kept for a reader that did not get them yet
    /// @return must not outlive the participant
    /// @throws std::runtime_error
    virtual std::unique_ptr<Writer> create_writer(const std::string& topic, const std::string& type,
                                                  int depth) = 0;
    virtual std::unique_ptr<Reader> create_reader(const std::string& topic, const std::string& type,
                                                  ReaderEvents events) = 0;
    virtual std::unique_ptr<Service> create_service(const ServiceNames& names,
                                                    OnRequest on_request) = 0;
};

/// What the module gives. Gateway and module are of one version, or do not go together.
struct Module {
    const char* version;
    /// @param report told from any thread, for as long as the participant lives
    /// @throws std::runtime_error
    std::unique_ptr<Participant> (*open)(const Place& place, const Log& report);
};

/// The module's one symbol, a function that gives a Module.
inline constexpr const char* module_symbol = "ddc_gateway_ros2_module";
using ModuleFunction = const Module*();

}  // namespace gateway::dds
