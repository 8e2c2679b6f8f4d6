// SPDX-License-Identifier: MIT
#include "recording.hpp"

#include "bounded_json.hpp"
#include "context.hpp"
#include "literal.hpp"
#include "mcap_change_reader.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace ddc::command {
namespace {

using nlohmann::json;

constexpr const char* keys[4] = {"time_s", "id", "type", "value"};
enum Key { time_key, id_key, type_key, value_key };

double to_time(const std::string& text) {
    char* end = nullptr;
    constexpr double latest_s = 1e12;  // some 30,000 years
    const double time_s = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(std::abs(time_s) <= latest_s))
        throw UsageError("'" + text + "' is not a time in seconds");
    return time_s;
}

Id to_id(const std::string& text) {
    char* end = nullptr;
    const long id = std::strtol(text.c_str(), &end, 0);
    if (text.empty() || *end != '\0' || id < 0 || id >= max_capacity)
        throw UsageError("'" + text + "' is not an id such as 0x4003");
    return static_cast<Id>(id);
}

Type to_type(const std::string& text) {
    return text == to_string(Type::no_data) ? Type::no_data : parse_type(text);
}

std::string to_text(const json& value) {
    if (value.is_null()) return {};
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Maximum length of a record in any format: a missing line end must not exhaust the memory.
constexpr std::size_t longest_record = 1 << 20;

/// Splits a CSV record, line by line: a quoted text may contain line ends.
class CsvSplitter {
  public:
    explicit CsvSplitter(std::vector<std::string>& fields) : fields_(fields) {
        fields_.assign(1, {});
    }

    void add(const std::string& line) {
        if (quoted_) fields_.back() += '\n';
        opened_ = false;
        for (std::size_t at = 0; at < line.size(); ++at) {
            const char c = line[at];
            const bool is_escaped = quoted_ && c == '"' && line[at + 1] == '"';
            if (is_escaped) ++at;
            if (c == '"' && !is_escaped)
                opened_ = quoted_ = !quoted_;
            else if (c == ',' && !quoted_)
                fields_.emplace_back();
            else
                fields_.back() += c;
        }
    }
    /// The record continues in the next line.
    bool is_quoted() const noexcept { return quoted_; }
    /// The open quote was opened in the last line.
    bool has_opened() const noexcept { return opened_; }

  private:
    std::vector<std::string>& fields_;
    bool quoted_ = false;
    bool opened_ = false;
};

}  // namespace

std::unique_ptr<ChangeReader> create_change_reader(std::istream& in, const std::string& file_name) {
    if (in.peek() == mcap_start) return std::make_unique<McapChangeReader>(in, file_name);
    return std::make_unique<LineReader>(in, file_name);
}

LineReader::LineReader(std::istream& in, std::string file_name)
    : in_(in), file_name_(std::move(file_name)), is_json_(in.peek() == '{') {
    if (is_json_) return;
    Texts fields;
    if (!read_csv_record(fields)) fail("the file is empty");
    read_csv_keys(fields);
}

void LineReader::fail(const std::string& what) const {
    fail_at(line_number_, what);
}

void LineReader::fail_at(std::size_t line, const std::string& what) const {
    throw RecordingError(file_name_ + ":" + std::to_string(line) + ": " + what,
                         !line_ended_ && line == line_number_);
}

bool LineReader::read_line(std::string& line) {
    using Traits = std::istream::traits_type;
    line.clear();
    auto c = in_.rdbuf()->sbumpc();
    if (c == Traits::eof()) return false;
    ++line_number_;
    line_ended_ = true;
    for (; c != Traits::to_int_type('\n'); c = in_.rdbuf()->sbumpc()) {
        line_ended_ = c != Traits::eof();
        if (!line_ended_) break;
        if (line.size() == longest_record)
            fail("is longer than a record can be (" + std::to_string(longest_record) + " bytes)");
        line += Traits::to_char_type(c);
    }
    return true;
}

bool LineReader::read_csv_record(Texts& fields) {
    std::string line;
    if (!read_line(line)) return false;
    CsvSplitter splitter(fields);
    splitter.add(line);
    std::size_t quote_at = line_number_;
    for (std::size_t size = line.size(); splitter.is_quoted(); size += line.size()) {
        if (size > longest_record)
            fail_at(quote_at, "the quote that is opened here is not closed within " +
                                  std::to_string(longest_record) + " bytes");
        if (!read_line(line)) fail_at(quote_at, "the quote that is opened here is never closed");
        splitter.add(line);
        if (splitter.has_opened()) quote_at = line_number_;
    }
    if (!fields.back().empty() && fields.back().back() == '\r') fields.back().pop_back();
    return true;
}

void LineReader::read_csv_keys(const Texts& names) {
    column_count_ = names.size();
    for (std::size_t i = 0; i < std::size(keys); ++i) {
        const auto found = std::find(names.begin(), names.end(), keys[i]);
        if (found == names.end())
            fail(std::string("there is no column '") + keys[i] +
                 "'; was this file written by ddc record?");
        columns_[i] = static_cast<std::size_t>(found - names.begin());
    }
}

RecordedChange LineReader::from_csv(const Texts& fields) const {
    if (fields.size() != column_count_)
        fail("has " + std::to_string(fields.size()) + " fields instead of " +
             std::to_string(column_count_));
    return {to_time(fields[columns_[time_key]]), to_id(fields[columns_[id_key]]),
            parse_literal(fields[columns_[value_key]], to_type(fields[columns_[type_key]]))};
}

RecordedChange LineReader::from_json(const std::string& line) const {
    const json record = parse_bounded(line);
    if (!record.is_object()) fail("is not a JSON object");
    std::string texts[4];
    for (std::size_t i = 0; i < std::size(keys); ++i) {
        if (!record.contains(keys[i])) fail(std::string("has no '") + keys[i] + "'");
        texts[i] = to_text(record[keys[i]]);
    }
    return {to_time(texts[time_key]), to_id(texts[id_key]),
            parse_literal(texts[value_key], to_type(texts[type_key]))};
}

std::optional<RecordedChange> LineReader::next() {
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
