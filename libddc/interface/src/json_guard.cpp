// SPDX-License-Identifier: MIT
#include "json_guard.hpp"

#include <ddc/interface/parse.hpp>
#include <ddc/interface/visible.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace ddc::interface {
namespace {

using Json = nlohmann::json;

/// Enough for the deepest interface: a data type takes at most two levels, itself and `fields`.
constexpr std::size_t max_depth = 2 * Limits::type_depth + 8;

/// Handles the events of nlohmann's parser; it checks only the shape of the text.
class Guard : public nlohmann::json_sax<Json> {
  public:
    bool null() override { return value(); }
    bool boolean(bool) override { return value(); }
    bool number_integer(number_integer_t) override { return value(); }
    bool number_unsigned(number_unsigned_t) override { return value(); }
    bool number_float(number_float_t, const string_t&) override { return value(); }
    bool string(string_t&) override { return value(); }
    bool binary(binary_t&) override { return value(); }
    bool start_object(std::size_t) override { return open(true); }
    bool start_array(std::size_t) override { return open(false); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override;
    bool parse_error(std::size_t position, const std::string& last_token,
                     const Json::exception& error) override;

  private:
    struct Level {
        bool is_object;
        std::size_t count = 0;          // array elements so far
        std::vector<std::string> keys;  // the last one is current
    };

    bool value();
    bool open(bool is_object);
    bool close();
    std::string path() const { return path(levels_.size()); }
    /// Path of the current object, without its last key.
    std::string object_path() const { return path(levels_.size() - 1); }
    std::string path(std::size_t depth) const;

    std::vector<Level> levels_;
};

bool Guard::value() {
    if (!levels_.empty() && !levels_.back().is_object) ++levels_.back().count;
    return true;
}

bool Guard::open(bool is_object) {
    value();
    if (levels_.size() == max_depth) {
        throw InterfaceError(path(), "is nested more than " + std::to_string(max_depth) + " deep");
    }
    levels_.push_back({is_object, 0, {}});
    return true;
}

bool Guard::close() {
    levels_.pop_back();
    return true;
}

bool Guard::key(string_t& name) {
    std::vector<std::string>& keys = levels_.back().keys;
    if (name.empty()) throw InterfaceError(object_path(), "has an empty key");
    if (name.size() > Limits::name_length) {
        throw InterfaceError(object_path(), "has a key of " + std::to_string(name.size()) +
                                                " bytes, more than " +
                                                std::to_string(Limits::name_length));
    }
    if (has_control_characters(name)) {
        throw InterfaceError(object_path(), "has a key with control characters");
    }
    if (keys.size() == Limits::keys) {
        throw InterfaceError(object_path(),
                             "has more than " + std::to_string(Limits::keys) + " keys");
    }
    const bool is_known = std::find(keys.begin(), keys.end(), name) != keys.end();
    keys.push_back(name);
    if (is_known) throw InterfaceError(path(), "appears twice");
    return true;
}

bool Guard::parse_error(std::size_t position, const std::string&, const Json::exception& error) {
    // The library's message without its prefix, cut to one line.
    std::string reason = error.what();
    if (const auto prefix_end = reason.find("] "); prefix_end != std::string::npos) {
        reason.erase(0, prefix_end + 2);
    }
    constexpr std::size_t longest = 200;
    if (reason.size() > longest) reason = reason.substr(0, longest) + "...";
    // It quotes the text, which may have any bytes; a message is UTF-8.
    const auto is_ascii = [](char c) { return c >= ' ' && c <= '~'; };
    std::replace_if(reason.begin(), reason.end(), std::not_fn(is_ascii), '?');
    throw InterfaceError(path(),
                         "is not valid JSON at byte " + std::to_string(position) + ": " + reason);
}

/// Path of the current value, or of the last one, down to that depth.
std::string Guard::path(std::size_t depth) const {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) {
        const Level& level = levels_[i];
        if (!level.is_object) {
            text += "[" + std::to_string(level.count == 0 ? 0 : level.count - 1) + "]";
        } else if (!level.keys.empty()) {
            text += (text.empty() ? "" : ".") + level.keys.back();
        }
    }
    return text;
}

}  // namespace

bool has_control_characters(std::string_view text) {
    return visible(text) != text;
}

void guard_json(std::string_view text) {
    if (text.size() > Limits::text_length) {
        throw InterfaceError("", "the text has " + std::to_string(text.size()) +
                                     " bytes, more than " + std::to_string(Limits::text_length));
    }
    Guard guard;
    Json::sax_parse(text.begin(), text.end(), &guard);
}

}  // namespace ddc::interface
