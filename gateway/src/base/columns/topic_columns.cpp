// SPDX-License-Identifier: MIT
#include "topic_columns.hpp"

#include "column_names.hpp"

#include <ddc/recording/ros2msg_reader.hpp>

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

namespace gateway {
namespace {

using namespace ddc::recording;

MessageTypePtr type_of(const McapChannel& channel, const McapSchema* schema) {
    if (channel.encoding != "cdr")
        throw std::invalid_argument("its messages are `" + channel.encoding + "`, not `cdr`");
    if (schema == nullptr) throw std::invalid_argument("its type is not defined");
    if (schema->encoding != "ros2msg")
        throw std::invalid_argument("its type is defined as `" + schema->encoding +
                                    "`, not as `ros2msg`");
    try {
        return read_ros2msg(schema->name, schema->data);
    } catch (const Ros2msgError& error) {
        throw std::invalid_argument("its type " + schema->name + ": " + error.what());
    }
}

MessageNumbers numbers_of(const McapChannel& channel, const McapSchema* schema) {
    try {
        return MessageNumbers(type_of(channel, schema));
    } catch (const std::length_error& error) {
        throw std::invalid_argument("its type " + schema->name + ": " + error.what());
    }
}

/// Returns `vehicle.odometry` for `/vehicle/odometry`.
std::string with_points(const std::string& topic) {
    std::string name = topic.substr(topic.find_first_not_of('/') == 1 ? 1 : 0);
    std::replace(name.begin(), name.end(), '/', '.');
    return name;
}

}  // namespace

TopicColumns::TopicColumns(const McapChannel& channel, const McapSchema* schema, std::size_t first)
    : topic_(channel.topic), first_(first), numbers_(numbers_of(channel, schema)) {
    limit_names();
    const auto named = channel.metadata.find(columns_key);
    if (named != channel.metadata.end())
        take_names(named->second);
    else
        take_all();
    read_.resize(numbers_.paths().size());
}

/// Called before any name is created.
void TopicColumns::limit_names() {
    for (const std::string& path : numbers_.paths()) name_bytes_ += topic_.size() + 1 + path.size();
    for (const std::string& path : numbers_.left_out()) name_bytes_ += path.size();
    if (name_bytes_ > most_name_bytes)
        throw std::invalid_argument("the names of its columns have more than " +
                                    std::to_string(most_name_bytes) + " bytes in all");
}

void TopicColumns::take_names(const std::string& text) {
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < numbers_.paths().size(); ++i) places[numbers_.paths()[i]] = i;
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const std::string_view path = line.substr(0, line.find(' '));
        const auto place = places.find(path);
        if (place == places.end() || path.size() + 1 >= line.size())
            throw std::invalid_argument("has invalid names of columns: `" + std::string(line) +
                                        "` is not a number of its type and a name");
        columns_.emplace_back(place->second, line.substr(path.size() + 1));
    }
}

void TopicColumns::take_all() {
    for (std::size_t i = 0; i < numbers_.paths().size(); ++i)
        columns_.emplace_back(i, with_points(topic_) + "." + numbers_.paths()[i]);
}

std::vector<std::string> TopicColumns::names() const {
    std::vector<std::string> names;
    for (const auto& column : columns_) names.push_back(column.second);
    return names;
}

void TopicColumns::read(std::string_view message, std::vector<double>& row) {
    numbers_.read(reinterpret_cast<const std::byte*>(message.data()), message.size(), read_.data());
    for (std::size_t i = 0; i < columns_.size(); ++i) row[first_ + i] = read_[columns_[i].first];
}

}  // namespace gateway
