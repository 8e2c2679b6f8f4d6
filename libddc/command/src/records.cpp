// SPDX-License-Identifier: MIT
#include "records.hpp"

#include <ddc/interface/visible.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace ddc::command {
namespace {

using nlohmann::json;

std::string to_text(const json& value) {
    if (value.is_null()) return {};
    return value.is_string() ? value.get<std::string>() : to_line(value);
}

/// Like to_line, but with ten digits per number.
std::string shortened(const json& value) {
    if (value.is_number_float()) {
        char text[40];
        std::snprintf(text, sizeof text, "%.10g", value.get<double>());
        return std::strpbrk(text, ".e") != nullptr ? text : std::string(text) + ".0";
    }
    if (!value.is_array()) return to_line(value);
    std::string text;
    for (const json& element : value) text += (text.empty() ? "" : ", ") + shortened(element);
    return "[" + text + "]";
}

/// True for the second and later bytes of a character in UTF-8.
bool is_continuation(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// Number of characters, not bytes, for the alignment of columns.
std::size_t width_of(const std::string& text) {
    return text.size() -
           static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_continuation));
}

}  // namespace

std::string to_line(const nlohmann::ordered_json& value) {
    const std::string text =
        value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    std::string line;  // also escapes control characters that JSON allows
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto next = static_cast<unsigned char>(at + 1 < text.size() ? text[at + 1] : 0);
        const bool is_c1 = text[at] == '\xC2' && next >= 0x80 && next < 0xA0;
        if (text[at] == '\x7f')
            line += "\\u007f";
        else if (is_c1)
            line += interface::visible(text.substr(at++, 2));
        else
            line += text[at];
    }
    return line;
}

std::string to_csv(const std::vector<std::string>& fields) {
    std::string line;
    for (const std::string& field : fields) {
        if (&field != &fields.front()) line += ',';
        if (field.find_first_of(",\"\r\n") == std::string::npos) {
            line += field;
            continue;
        }
        line += '"';
        for (const char c : field) line += c == '"' ? std::string("\"\"") : std::string(1, c);
        line += '"';
    }
    return line;
}

Field value_field(json value, std::size_t longest) {
    std::string text = value.is_null() ? "" : shortened(value);
    if (text.size() > longest) {
        std::size_t length = longest - 3;
        while (length > 0 && is_continuation(text[length])) --length;  // do not split a character
        text = text.substr(0, length) + "...";
    }
    return {std::move(value), std::move(text)};
}

Field::Field(nlohmann::json value, std::nullptr_t) : json(std::move(value)), text(to_text(json)) {}

RecordWriter::RecordWriter(std::ostream& out, Format format, std::vector<Column> columns, Pace pace)
    : out_(out), format_(format), columns_(std::move(columns)), pace_(pace) {
    if (format == Format::mcap) throw UsageError("only ddc record writes mcap");
}

nlohmann::ordered_json RecordWriter::as_object(const std::vector<Field>& record) const {
    nlohmann::ordered_json object;
    for (std::size_t i = 0; i < columns_.size(); ++i) object[columns_[i].key] = record[i].json;
    return object;
}

RecordWriter::Texts RecordWriter::titles() const {
    Texts result;
    for (const Column& column : columns_) result.emplace_back(column.title);
    return result;
}

void RecordWriter::write_table_line(const Texts& texts) {
    std::string line;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::size_t used = width_of(texts[i]);
        const std::string padding(columns_[i].width > used ? columns_[i].width - used : 0, ' ');
        line += columns_[i].right_aligned ? padding + texts[i] : texts[i] + padding;
        line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out_ << line << '\n';
}

void RecordWriter::write_csv_keys() {
    Texts keys;
    for (const Column& column : columns_) keys.emplace_back(column.key);
    out_ << to_csv(keys) << '\n';
}

void RecordWriter::write_csv(const std::vector<Field>& record) {
    if (!started_) write_csv_keys();
    Texts texts;
    for (const Field& field : record) {
        texts.push_back(to_text(field.json));
        if (format_ == Format::shown_csv) texts.back() = interface::visible(texts.back());
    }
    out_ << to_csv(texts) << '\n';
}

void RecordWriter::write_json(const std::vector<Field>& record) {
    if (format_ == Format::json) out_ << (started_ ? ",\n " : "[");
    out_ << to_line(as_object(record));
    if (format_ == Format::ndjson) out_ << '\n';
}

void RecordWriter::add(std::vector<Field> record) {
    if (is_csv()) {
        write_csv(record);
    } else if (format_ != Format::table) {
        write_json(record);
    } else {
        Texts texts;
        for (const Field& field : record) texts.push_back(interface::visible(field.text));
        if (pace_ == Pace::live && !started_) write_table_line(titles());
        if (pace_ == Pace::live) write_table_line(texts);
        if (pace_ == Pace::at_once) waiting_.push_back(std::move(texts));
    }
    started_ = true;
    if (pace_ == Pace::live) out_.flush();
}

void RecordWriter::finish() {
    if (format_ == Format::json) out_ << (started_ ? "]\n" : "[]\n");
    if (is_csv() && !started_) write_csv_keys();
    if (!waiting_.empty()) waiting_.insert(waiting_.begin(), titles());
    for (const Texts& texts : waiting_)
        for (std::size_t i = 0; i < texts.size(); ++i)
            columns_[i].width = std::max(columns_[i].width, width_of(texts[i]));
    for (const Texts& texts : waiting_) write_table_line(texts);
    out_.flush();
}

}  // namespace ddc::command
