// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gateway::foxglove {

/// A service with requests and responses in JSON.
struct Service {
    const char* name;
    const char* request;          ///< name of the schema of its requests; each name has one schema
    const char* properties = "";  ///< of a request, in JSON Schema without the outer braces
};

/// The services of a server. The id of a service is its position, from 1.
class ServiceList {
  public:
    explicit ServiceList(std::vector<Service> services) : services_(std::move(services)) {}

    /// The message that advertises them.
    std::string advertisement() const;
    /// @throws data_port::Refusal if there is no service with this id
    std::string name_of(std::uint32_t id) const;

  private:
    std::vector<Service> services_;
};

}  // namespace gateway::foxglove
