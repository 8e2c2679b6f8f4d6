// SPDX-License-Identifier: MIT
#include "announcement.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>

namespace gateway {
namespace {

using nlohmann::ordered_json;

ordered_json text_or_null(const std::string& text) {
    return text.empty() ? ordered_json() : ordered_json(text);
}

std::string text_at(const nlohmann::json& json, const char* key) {
    return json.at(key).is_null() ? std::string() : json.at(key).get<std::string>();
}

}  // namespace

std::string to_line(const Announcement& announcement) {
    ordered_json addresses = ordered_json::object();
    const auto add = [&](const char* protocol, const Announcement::Addresses& its) {
        if (!its.empty()) addresses[protocol] = its;
    };
    add("http", announcement.http);
    add("vds1", announcement.vds1);
    add("montisim", announcement.montisim);
    const ordered_json json{{"pid", announcement.pid},
                            {"addresses", addresses},
                            {"token", text_or_null(announcement.token)},
                            {"table", text_or_null(announcement.table)}};
    return json.dump() + "\n";
}

Announcement read_announcement(const std::string& line) {
    try {
        const auto json = nlohmann::json::parse(line);
        const auto addresses = [&](const char* protocol) {
            return json.at("addresses").value(protocol, Announcement::Addresses{});
        };
        return {json.at("pid").get<int>(), addresses("http"),      addresses("vds1"),
                addresses("montisim"),     text_at(json, "token"), text_at(json, "table")};
    } catch (const nlohmann::json::exception& error) {
        throw std::invalid_argument(std::string("invalid announcement: ") + error.what());
    }
}

}  // namespace gateway
