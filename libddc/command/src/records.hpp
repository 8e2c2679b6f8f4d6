// SPDX-License-Identifier: MIT
#pragma once

#include "context.hpp"

#include <nlohmann/json.hpp>

#include <ostream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ddc::command {

struct Column {
    /// Name in JSON and CSV.
    const char* key;
    /// Heading in a table.
    const char* title;
    bool right_aligned = false;
    /// Least width in a table.
    std::size_t width = 0;
};

/// One value of a record: as JSON, and as text for tables.
struct Field {
    /// The text is made from the value.
    template <class T, class = std::enable_if_t<std::is_constructible_v<nlohmann::json, T> &&
                                                !std::is_same_v<std::decay_t<T>, Field>>>
    Field(T&& value) : Field(nlohmann::json(std::forward<T>(value)), nullptr) {}
    Field(nlohmann::json value, std::string shown)
        : json(std::move(value)), text(std::move(shown)) {}

    nlohmann::json json;
    std::string text;

  private:
    Field(nlohmann::json value, std::nullptr_t);
};

/// A value; its text has strings in quotes and numbers with ten digits, and is cut at `longest`.
Field value_field(nlohmann::json value, std::size_t longest = 48);

/// The JSON on one line; bytes that are not UTF-8 become the replacement character, and all control
/// characters are escaped.
std::string to_line(const nlohmann::ordered_json& value);

/// One line of CSV, quoted where needed.
std::string to_csv(const std::vector<std::string>& fields);

/// Writes records of equal columns in the requested format. Control characters are escaped in a
/// table and on a terminal; other CSV has texts unchanged.
class RecordWriter {
  public:
    enum class Pace {
        at_once,  ///< few records: a table's columns are as wide as their widest value
        live,     ///< each record is written at once: columns have their least width
    };

    /// @throws UsageError for MCAP
    RecordWriter(std::ostream& out, Format format, std::vector<Column> columns,
                 Pace pace = Pace::at_once);

    void add(std::vector<Field> record);
    /// Ends the output; must be called last.
    void finish();

  private:
    using Texts = std::vector<std::string>;

    bool is_csv() const { return format_ == Format::csv || format_ == Format::shown_csv; }
    nlohmann::ordered_json as_object(const std::vector<Field>& record) const;
    Texts titles() const;
    void write_table_line(const Texts& texts);
    void write_csv_keys();
    void write_csv(const std::vector<Field>& record);
    void write_json(const std::vector<Field>& record);

    std::ostream& out_;
    Format format_;
    std::vector<Column> columns_;
    Pace pace_;
    std::vector<Texts> waiting_;
    bool started_ = false;
};

}  // namespace ddc::command
