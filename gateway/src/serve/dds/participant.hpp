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

/// The interface to DDS. It is implemented by a module that is loaded on demand, so that the
/// gateway itself depends on no DDS library.
namespace gateway::dds {

struct Place {
    std::uint32_t domain = 0;
    /// Address of the network interface to use, with multicast. Empty: the loopback, with unicast
    /// only.
    std::string address;
};

class Writer {
  public:
    virtual ~Writer() = default;
    /// Sends a sample to all current readers of the topic. @param sample CDR with its encapsulation
    /// header
    virtual void write(const std::byte* sample, std::size_t size) = 0;
};

/// The writer's GUID in DDS.
using WriterId = std::array<std::uint8_t, 16>;

/// Callbacks of a reader. Threads of DDS call them, one at a time.
struct ReaderEvents {
    /// @param sample CDR with its encapsulation header
    std::function<void(const WriterId& writer, const std::byte* sample, std::size_t size)> sample;
    /// The writer has left, or its liveliness lease has expired. No sample of it follows, unless it
    /// returns.
    std::function<void(const WriterId& writer)> writer_left;
};

/// Reads until it is destroyed.
class Reader {
  public:
    virtual ~Reader() = default;
};

/// Called for each request, in a thread of the service.
/// @return the response; both are samples. An empty response is not sent.
using OnRequest = std::function<std::vector<std::byte>(const std::byte* request, std::size_t size)>;

struct ServiceNames {
    std::string request_topic, request_type;
    std::string reply_topic, reply_type;
};

/// Replies to clients of rmw_fastrtps and of rmw_cyclonedds until it is destroyed.
class Service {
  public:
    virtual ~Service() = default;
};

/// A participant of a domain. Its writers and readers are reliable and volatile, as is the default
/// in ROS 2. Not thread-safe.
class Participant {
  public:
    virtual ~Participant() = default;
    /// @param topic DDS name, such as `rt/clock`
    /// @param type such as `rosgraph_msgs::msg::dds_::Clock_`
    /// @param depth number of samples kept for readers that have not received them yet
    /// @return must not outlive the participant
    /// @throws std::runtime_error
    virtual std::unique_ptr<Writer> create_writer(const std::string& topic, const std::string& type,
                                                  int depth) = 0;
    virtual std::unique_ptr<Reader> create_reader(const std::string& topic, const std::string& type,
                                                  ReaderEvents events) = 0;
    virtual std::unique_ptr<Service> create_service(const ServiceNames& names,
                                                    OnRequest on_request) = 0;
};

/// The interface of the module. Gateway and module must have the same version.
struct Module {
    const char* version;
    /// @param report called from any thread while the participant exists
    /// @throws std::runtime_error
    std::unique_ptr<Participant> (*open)(const Place& place, const Log& report);
};

/// Name of the module's only exported symbol, a ModuleFunction.
inline constexpr const char* module_symbol = "ddc_gateway_ros2_module";
using ModuleFunction = const Module*();

}  // namespace gateway::dds
