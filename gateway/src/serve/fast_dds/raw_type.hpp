// SPDX-License-Identifier: MIT
#pragma once

#include <fastdds/dds/topic/TopicDataType.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace gateway::dds {

/// A sample with its encapsulation header.
using Sample = std::vector<std::byte>;

/// A type of Fast DDS for samples that were serialised elsewhere.
class RawType : public eprosima::fastdds::dds::TopicDataType {
  public:
    using Payload = eprosima::fastrtps::rtps::SerializedPayload_t;
    using Key = eprosima::fastrtps::rtps::InstanceHandle_t;

    explicit RawType(const std::string& name);

    bool serialize(void* data, Payload* payload) override;
    bool deserialize(Payload* payload, void* data) override;
    std::function<std::uint32_t()> getSerializedSizeProvider(void* data) override;
    void* createData() override;
    void deleteData(void* data) override;
    bool getKey(void* data, Key* key, bool forces_md5) override;
};

}  // namespace gateway::dds
