// SPDX-License-Identifier: MIT
#include "recording.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>

#include "context.hpp"
#include "literal.hpp"

namespace ddc::command {
namespace {

using nlohmann::json;

constexpr const char* keys[4] = {"time_s", "id", "type", "value"};
enum Key { time_key, id_key, type_key, value_key };

double to_time(const std::string& text) {
    char* end = nullptr;
    const double time_s = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(time_s))
        throw UsageError("'" + text + "' is no time in seconds");
    return time_s;
}

Id to_id(const std::string& text) {
    char* end = nullptr;
    const long id = std::strtol(text.c_str(), &end, 0);
    if (text.empty() || *end != '\0' || id < 0 || id >= max_capacity)
        throw UsageError("'" + text + "' is no id such as 0x4003");
    return static_cast<Id>(id);
}

Type to_type(const std::string& text) {
    return text == to_string(Type::no_data) ? Type::no_data : parse_type(text);
}

std::string to_text(const json& value) {
    if (value.is_null()) return {};
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Takes quoted fields apart. @return false if the text ends inside a quoted field
bool split_csv(const std::string& text, std::vector<std::string>& fields) {
    fields.assign(1, {});
    bool quoted = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (quoted && c == '"' && at + 1 < text.size() && text[at + 1] == '"') {
            fields.back() += '"';
            ++at;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            fields.emplace_back();
        } else {
            fields.back() += c;
        }
    }
    return !quoted;
}

}  // namespace

RecordingReader::RecordingReader(std::istream& in, std::string file_name)
    : in_(in), file_name_(std::move(file_name)), is_json_(in.peek() == '{') {
    if (is_json_) return;
    Texts fields;
    if (!read_csv_record(fields)) fail("the file is empty");
    read_csv_keys(fields);
}

void RecordingReader::fail(const std::string& what) const {
    throw RecordingError(file_name_ + ":" + std::to_string(line_number_) + ": " + what,
                         !line_ended_);
}

bool RecordingReader::read_line(std::string& line) {
    if (!std::getline(in_, line)) return false;
    ++line_number_;
    line_ended_ = !in_.eof();
    return true;
}

bool RecordingReader::read_csv_record(Texts& fields) {
    std::string record;
    if (!read_line(record)) return false;
    while (!split_csv(record, fields)) {  // a quoted text may hold line ends
        std::string more;
        if (!read_line(more)) fail("a quoted text has no end");
        record += '\n' + more;
    }
    if (!fields.back().empty() && fields.back().back() == '\r') fields.back().pop_back();
    return true;
}

void RecordingReader::read_csv_keys(const Texts& names) {
    column_count_ = names.size();
    for (std::size_t i = 0; i < std::size(keys); ++i) {
        const auto found = std::find(names.begin(), names.end(), keys[i]);
        if (found == names.end())
            fail(std::string("there is no column '") + keys[i] +
                 "'; is this a file that ddc record has written?");
        columns_[i] = static_cast<std::size_t>(found - names.begin());
    }
}

RecordedChange RecordingReader::from_csv(const Texts& fields) const {
    if (fields.size() != column_count_)
        fail("has " + std::to_string(fields.size()) + " fields instead of " +
             std::to_string(column_count_));
    return {to_time(fields[columns_[time_key]]), to_id(fields[columns_[id_key]]),
            parse_literal(fields[columns_[value_key]], to_type(fields[columns_[type_key]]))};
}

RecordedChange RecordingReader::from_json(const std::string& line) const {
    const json record = json::parse(line, nullptr, false);
    if (!record.is_object()) fail("is no JSON object");
    std::string texts[4];
    for (std::size_t i = 0; i < std::size(keys); ++i) {
        if (!record.contains(keys[i])) fail(std::string("has no '") + keys[i] + "'");
        texts[i] = to_text(record[keys[i]]);
    }
    return {to_time(texts[time_key]), to_id(texts[id_key]),
            parse_literal(texts[value_key], to_type(texts[type_key]))};
}

std::optional<RecordedChange> RecordingReader::next() {
    std::string line;
    Texts fields;
    if (is_json_ ? !read_line(line) : !read_csv_record(fields)) return std::nullopt;
    try {
        return is_json_ ? from_json(line) : from_csv(fields);
    } catch (const UsageError& error) {
        fail(error.what());
    }
}

}  // namespace ddc::command
