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

/// A SQLite database that is written once, from its first row to its last. It grows as FILE.part,
/// or FILE.2.part where that is there, and gets its name at the end; equal rows make equal files.
class SqliteFile {
  public:
    /// Makes missing directories.
    /// @throws std::runtime_error, as all others, "FILE: cannot be written: reason"
    explicit SqliteFile(const std::filesystem::path& file);
    /// Deletes what was not finished.
    ~SqliteFile();
    SqliteFile(const SqliteFile&) = delete;
    SqliteFile& operator=(const SqliteFile&) = delete;

    /// Begins a table, into which rows go from then on. Its first column is the key. A name that
    /// differs from one before it in case alone, which SQL does not tell apart, gets a number.
    void begin_table(const std::string& name, const std::vector<SqlColumn>& columns);
    /// @param cells as many as columns at most
    void add_row(const std::vector<Scalar>& cells);
    /// Gives it its name.
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
