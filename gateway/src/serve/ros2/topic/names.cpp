// SPDX-License-Identifier: MIT
#include "names.hpp"

namespace gateway::ros2 {

std::string dds_topic(std::string_view topic) {
    return "rt" + std::string(topic);
}

std::string dds_type(std::string_view type) {
    const std::size_t name = type.rfind('/') + 1;
    std::string result;
    for (const char c : type.substr(0, name)) result += c == '/' ? "::" : std::string(1, c);
    return result + "dds_::" + std::string(type.substr(name)) + "_";
}

dds::ServiceNames dds_service(const std::string& service, const std::string& type) {
    return {"rq" + service + "Request", dds_type(type + "_Request"), "rr" + service + "Reply",
            dds_type(type + "_Response")};
}

}  // namespace gateway::ros2
