// SPDX-License-Identifier: MIT
#include "flat_values.hpp"

#include <nlohmann/json.hpp>

#include <limits>
#include <optional>
#include <stdexcept>

namespace gateway::campaign {
namespace {

/// Keeps the path of the value that is parsed. A document object would take several times as long.
class FlatReader : public nlohmann::json_sax<nlohmann::json> {
  public:
    explicit FlatReader(const std::function<void(const FlatValue&)>& visit) : visit_(visit) {}

    bool null() override { return found({}, {}); }
    bool boolean(bool value) override { return found(value, {}); }
    bool number_integer(number_integer_t value) override {
        return found(std::int64_t{value}, std::to_string(value));
    }
    bool number_unsigned(number_unsigned_t value) override {
        if (value > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
            return found(static_cast<double>(value), std::to_string(value));
        return found(static_cast<std::int64_t>(value), std::to_string(value));
    }
    bool number_float(number_float_t value, const string_t& text) override {
        return found(value, text);
    }
    bool string(string_t& value) override { return found(std::move(value), {}); }
    bool binary(binary_t&) override { return false; }

    bool start_object(std::size_t) override {
        enter();
        levels_.push_back({current_.path.size(), std::nullopt});
        return true;
    }
    bool key(string_t& key) override {
        rewind();
        if (!current_.path.empty()) current_.path += '.';
        current_.path += key;
        current_.keys.push_back(std::move(key));
        return true;
    }
    bool end_object() override { return leave(); }
    bool start_array(std::size_t) override {
        enter();
        levels_.push_back({current_.path.size(), 0});
        return true;
    }
    bool end_array() override { return leave(); }
    bool parse_error(std::size_t, const std::string&,
                     const nlohmann::detail::exception& error) override {
        throw std::runtime_error(std::string("a result is not JSON: ") + error.what());
    }

  private:
    struct Level {
        std::size_t path;                  ///< length of its path
        std::optional<std::size_t> index;  ///< index of the next item, for a list
    };

    /// Adds the index of an item of a list to the path.
    void enter() {
        if (levels_.empty() || !levels_.back().index) return;
        rewind();
        current_.path += '[' + std::to_string((*levels_.back().index)++) + ']';
    }
    void rewind() { current_.path.resize(levels_.back().path); }
    bool found(Scalar value, std::string text) {
        enter();
        current_.value = std::move(value);
        current_.text = std::move(text);
        visit_(current_);
        after_value();
        return true;
    }
    /// Removes the key of a map after its value.
    void after_value() {
        if (levels_.empty()) return;
        rewind();
        if (!levels_.back().index) current_.keys.pop_back();
    }
    bool leave() {
        levels_.pop_back();
        after_value();
        return true;
    }

    const std::function<void(const FlatValue&)>& visit_;
    std::vector<Level> levels_;
    FlatValue current_;
};

}  // namespace

void for_each_value(std::string_view json, const std::function<void(const FlatValue&)>& visit) {
    FlatReader reader(visit);
    nlohmann::json::sax_parse(json, &reader);
}

}  // namespace gateway::campaign
