// SPDX-License-Identifier: MIT
#include "json_fields.hpp"

#include "text/text.hpp"

#include <ddc/interface/visible.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace gateway {
namespace {

/// The largest time in s: it covers calendar times, and differences of times do not overflow.
constexpr long double most_seconds = 4e9L;

/// The deepest level: a field of an object of an action.
constexpr int deepest = 3;
constexpr std::size_t longest_key = 40;

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
    throw std::invalid_argument(path + ": " + reason);
}

}  // namespace

/// Handles the events of the parser.
class JsonFields::Reader : public nlohmann::json_sax<nlohmann::json> {
  public:
    explicit Reader(JsonFields& fields) : fields_(fields) {}

    bool null() override { return add(Kind::null, ""); }
    bool boolean(bool value) override { return add(Kind::flag, value ? "1" : "0"); }
    // The parser gives -0 only as text.
    bool number_integer(number_integer_t value) override {
        return add(Kind::number, value == 0 ? "-0" : std::to_string(value));
    }
    bool number_unsigned(number_unsigned_t value) override {
        return add(Kind::number, std::to_string(value));
    }
    bool number_float(number_float_t, const string_t& text) override {
        return add(Kind::number, text);
    }
    bool string(string_t& value) override { return add(Kind::text, value); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override {
        if (depth_++ == 0) return true;
        add(Kind::object, "");
        if (depth_ > deepest) refuse(path_, "is nested too deeply");
        prefix_ = path_ + ".";
        return true;
    }
    bool key(string_t& key) override {
        const bool is_plain =
            key.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == string_t::npos;
        if (key.empty() || key.size() > longest_key || !is_plain)
            throw std::invalid_argument(
                "a key in it is too long, or has other characters than a-z, 0-9 and _");
        path_ = prefix_ + key;
        return true;
    }
    bool end_object() override {
        --depth_;
        const std::size_t dot =
            prefix_.size() < 2 ? std::string::npos : prefix_.rfind('.', prefix_.size() - 2);
        prefix_.resize(dot == std::string::npos ? 0 : dot + 1);
        return true;
    }
    bool start_array(std::size_t) override {
        throw std::invalid_argument((depth_ == 0 ? "the line" : path_) + ": must not be a list");
    }
    bool end_array() override { return true; }
    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::json::exception& error) override {
        const std::string reason = error.what();
        const std::size_t start = reason.find("syntax error");
        throw std::invalid_argument(
            "column " + std::to_string(position) + ": is not JSON: " +
            ddc::interface::visible(reason.substr(start == std::string::npos ? 0 : start, 200)));
    }

  private:
    bool add(Kind kind, const std::string& text) {
        if (depth_ == 0 || path_.empty())
            throw std::invalid_argument("must be an object, such as {\"reset\":{}}");
        if (!fields_.values_.insert({path_, {kind, text, false}}).second)
            refuse(path_, "is given twice");
        return true;
    }

    JsonFields& fields_;
    int depth_ = 0;
    std::string prefix_;  ///< path of the open object: "command."
    std::string path_;
};

JsonFields::JsonFields(const std::string& line) {
    Reader reader(*this);
    nlohmann::json::sax_parse(line, &reader);
    for (const auto& [path, value] : values_) {
        if (path.find('.') != std::string::npos) continue;
        if (!only_key_.empty())
            throw std::invalid_argument("has two keys, " + only_key_ + " and " + path +
                                        "; must have one");
        only_key_ = path;
    }
    if (only_key_.empty()) throw std::invalid_argument("must have a key, such as {\"reset\":{}}");
}

const std::string& JsonFields::only_key() const {
    return only_key_;
}

const JsonFields::Value* JsonFields::find(const std::string& path) {
    const auto found = values_.find(path);
    if (found == values_.end()) return nullptr;
    found->second.is_read = true;
    return &found->second;
}

bool JsonFields::has_object(const std::string& path) {
    const Value* value = find(path);
    if (value == nullptr || value->kind == Kind::null) return false;
    if (value->kind != Kind::object) refuse(path, "must be an object");
    return true;
}

float JsonFields::number(const std::string& path) {
    const Value* value = find(path);
    if (value == nullptr) return 0;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    if (value->kind == Kind::text) {
        if (value->text == "nan") return std::numeric_limits<float>::quiet_NaN();
        if (value->text == "inf") return infinity;
        if (value->text == "-inf") return -infinity;
    }
    if (value->kind != Kind::number) refuse(path, "must be a number, \"nan\", \"inf\" or \"-inf\"");
    const float number = std::strtof(value->text.c_str(), nullptr);
    if (std::isinf(number)) refuse(path, "is too large for a number of 32 bits");
    return number;
}

SimTime JsonFields::seconds(const std::string& path) {
    const Value* value = find(path);
    if (value == nullptr) return SimTime{0};
    if (value->kind != Kind::number) refuse(path, "must be a number of seconds");
    // The mantissa has 64 bits, so whole nanoseconds are exact.
    const long double seconds = std::strtold(value->text.c_str(), nullptr);
    if (!(std::fabs(seconds) <= most_seconds)) refuse(path, "must be -4e9 to 4e9 seconds");
    return SimTime{std::llroundl(seconds * 1e9L)};
}

bool JsonFields::flag(const std::string& path) {
    const Value* value = find(path);
    if (value == nullptr) return false;
    const bool is_flag = value->kind == Kind::flag || value->kind == Kind::number;
    if (!is_flag || (value->text != "0" && value->text != "1"))
        refuse(path, "must be true or false");
    return value->text == "1";
}

std::string JsonFields::text(const std::string& path) {
    const Value* value = find(path);
    if (value == nullptr) return {};
    if (value->kind != Kind::text) refuse(path, "must be a string");
    return value->text;
}

std::uint64_t JsonFields::count(const std::string& path, std::uint64_t otherwise,
                                std::uint64_t max) {
    const Value* value = find(path);
    if (value == nullptr) return otherwise;
    const bool is_whole =
        value->kind == Kind::number && value->text.size() <= 19 && is_digits(value->text);
    const std::uint64_t number =
        is_whole ? std::strtoull(value->text.c_str(), nullptr, 10) : max + 1;
    if (number > max) refuse(path, "must be a whole number, 0 to " + std::to_string(max));
    return number;
}

void JsonFields::finish() const {
    for (const auto& [path, value] : values_)
        if (!value.is_read) refuse(path, "is not a known key");
}

}  // namespace gateway
