// SPDX-License-Identifier: MIT
#include "read_sections.hpp"

#include <net/if.h>

#include <charconv>
#include <cstdlib>
#include <string>

namespace gateway {
namespace {

/// The domain of the environment, read as by the nodes of ROS 2.
void read_environment(plant::YamlReader& reader, Ros2Config& config) {
    const char* text = std::getenv("ROS_DOMAIN_ID");
    if (text == nullptr || *text == '\0' || reader.has("domain")) return;
    const std::string given = text;
    const auto [end, error] =
        std::from_chars(given.data(), given.data() + given.size(), config.domain);
    if (error != std::errc{} || *end != '\0' || config.domain > Ros2Config::last_domain)
        reader.refuse("domain", "is not set, and ROS_DOMAIN_ID, '" + given +
                                    "', is not a whole number from 0 to " +
                                    std::to_string(Ros2Config::last_domain));
}

/// `/car` or `/fleet/car_2`: names of letters, digits and _, none of which begins with a digit.
bool is_namespace(const std::string& text) {
    constexpr std::size_t longest = 100;
    const auto is_letter = [](char c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    };
    if (text.empty() || text.size() > longest || text[0] != '/' || text.back() == '/') return false;
    for (std::size_t i = 1; i < text.size(); ++i) {
        const bool is_first = text[i - 1] == '/';
        const bool is_digit = text[i] >= '0' && text[i] <= '9';
        const bool is_slash = text[i] == '/';
        if (!is_letter(text[i]) && (is_first || (!is_digit && !is_slash))) return false;
    }
    return true;
}

Ros2Config read_section(plant::YamlReader& section) {
    Ros2Config config;
    section.number("domain", config.domain, {0, Ros2Config::last_domain});
    read_environment(section, config);
    if (section.text("interface", config.interface) &&
        (config.interface.empty() || config.interface.size() >= IF_NAMESIZE))
        section.refuse("interface", "must be the name of a network interface, such as eth0");
    if (section.text("namespace", config.space) && !is_namespace(config.space))
        section.refuse("namespace", "must be /NAME or /NAME/NAME: letters, digits and _");
    section.flag("clock", config.publishes_clock);
    section.choice("commands", config.commands, {"none", "control", "actuation"});
    section.flag("vehicle_interface", config.vehicle_interface);
    return config;
}

}  // namespace

std::optional<Ros2Config> read_ros2_of_plant(plant::YamlReader& reader) {
    auto section = reader.section("ros2");
    if (!section) return std::nullopt;
    return read_section(*section);
}

std::optional<Ros2Config> read_ros2_of_program(plant::YamlReader& reader) {
    auto section = reader.section("ros2");
    if (!section) return std::nullopt;
    Ros2Config config = read_section(*section);
    section->flag("ports_as_topics", config.ports_as_topics);
    return config;
}

}  // namespace gateway
