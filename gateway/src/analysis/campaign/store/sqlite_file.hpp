// SPDX-License-Identifier: MIT
#pragma once

#include "flat_values.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace gateway::campaign {

/// A column of a table.
struct SqlColumn {
    std::string name;
    std::string type;  ///< INTEGER, REAL or TEXT
};

/// A SQLite database that is written once, row by row. It is written as FILE.part, or FILE.2.part
/// if that exists, and is renamed at the end. Equal rows give equal files.
class SqliteFile {
  public:
    /// Creates missing directories.
    /// @throws std::runtime_error, as all functions, "FILE: cannot be written: reason"
    explicit SqliteFile(const std::filesystem::path& file);
    /// Deletes the file unless finish() was called.
    ~SqliteFile();
    SqliteFile(const SqliteFile&) = delete;
    SqliteFile& operator=(const SqliteFile&) = delete;

    /// Begins a table, to which the next rows are added. Its first column is the primary key. If
    /// names differ only in case, which SQL does not distinguish, a number is appended.
    void begin_table(const std::string& name, const std::vector<SqlColumn>& columns);
    /// Adds a row. @param cells not more than columns
    void add_row(const std::vector<Scalar>& cells);
    /// Completes the file and renames it.
    void finish();

  private:
    struct CloseDatabase {
        void operator()(sqlite3* database) const;
    };
    struct CloseStatement {
        void operator()(sqlite3_stmt* statement) const;
    };

    void execute(const std::string& sql);
    void check(int code) const;
    void bind(int place, const Scalar& cell);
    [[noreturn]] void fail(const std::string& reason) const;

    std::filesystem::path file_, part_;
    std::unique_ptr<sqlite3, CloseDatabase> database_;
    std::unique_ptr<sqlite3_stmt, CloseStatement> insert_;
    bool is_finished_ = false;
};

}  // namespace gateway::campaign
