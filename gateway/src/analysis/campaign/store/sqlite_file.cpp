// SPDX-License-Identifier: MIT
#include "sqlite_file.hpp"

#include "output/free_name.hpp"
#include "output/output_file.hpp"
#include "text/text.hpp"

#include <sqlite3.h>

#include <set>
#include <stdexcept>

namespace gateway::campaign {
namespace {

namespace fs = std::filesystem;

std::string sql_name(const std::string& name) {
    std::string quoted = "\"";
    for (const char letter : name) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
    return quoted + '"';
}

/// Makes a name unique.
std::string unique(const std::string& name, std::set<std::string>& taken) {
    std::string result = name;
    for (int number = 2; !taken.insert(lower(result)).second; ++number)
        result = name + " (" + std::to_string(number) + ")";
    return result;
}

}  // namespace

void SqliteFile::CloseDatabase::operator()(sqlite3* database) const {
    sqlite3_close(database);
}

void SqliteFile::CloseStatement::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

// The file is deleted after any error, so it needs no journal and only one synchronisation.
SqliteFile::SqliteFile(const fs::path& file)
    : file_(file), part_(free_name(OutputFile::part_of(file))) {
    std::error_code error;
    if (part_.has_parent_path()) fs::create_directories(part_.parent_path(), error);
    sqlite3* database = nullptr;
    constexpr int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW;
    const int code = sqlite3_open_v2(part_.c_str(), &database, flags, nullptr);
    database_.reset(database);
    check(code);
    execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
}

SqliteFile::~SqliteFile() {
    insert_.reset();
    database_.reset();
    std::error_code ignored;
    if (!is_finished_) fs::remove(part_, ignored);
}

void SqliteFile::fail(const std::string& reason) const {
    throw std::runtime_error(file_.string() + ": cannot be written: " + reason);
}

void SqliteFile::check(int code) const {
    if (code != SQLITE_OK && code != SQLITE_DONE)
        fail(database_ ? sqlite3_errmsg(database_.get()) : sqlite3_errstr(code));
}

void SqliteFile::execute(const std::string& sql) {
    check(sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr));
}

void SqliteFile::begin_table(const std::string& name, const std::vector<SqlColumn>& columns) {
    std::string definition, places;
    std::set<std::string> taken;
    for (const SqlColumn& column : columns) {
        const char* const comma = places.empty() ? "" : ", ";
        definition += comma + sql_name(unique(column.name, taken)) + ' ' + column.type;
        if (places.empty()) definition += " PRIMARY KEY";
        places += std::string(comma) + "?";
    }
    execute("CREATE TABLE " + sql_name(name) + " (" + definition + ")");
    sqlite3_stmt* insert = nullptr;
    const std::string sql = "INSERT INTO " + sql_name(name) + " VALUES (" + places + ")";
    const int code = sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &insert, nullptr);
    insert_.reset(insert);
    check(code);
}

void SqliteFile::bind(int place, const Scalar& cell) {
    sqlite3_stmt* const to = insert_.get();
    if (const auto* text = std::get_if<std::string>(&cell))
        check(sqlite3_bind_text(to, place, text->data(), static_cast<int>(text->size()),
                                SQLITE_STATIC));
    else if (const auto* real = std::get_if<double>(&cell))
        check(sqlite3_bind_double(to, place, *real));
    else if (const auto* whole = std::get_if<std::int64_t>(&cell))
        check(sqlite3_bind_int64(to, place, *whole));
    else if (const auto* flag = std::get_if<bool>(&cell))
        check(sqlite3_bind_int64(to, place, *flag ? 1 : 0));
}

void SqliteFile::add_row(const std::vector<Scalar>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) bind(static_cast<int>(i) + 1, cells[i]);
    check(sqlite3_step(insert_.get()));
    check(sqlite3_reset(insert_.get()));
    check(sqlite3_clear_bindings(insert_.get()));
}

void SqliteFile::finish() {
    insert_.reset();
    execute("COMMIT");
    check(sqlite3_close(database_.release()));
    std::error_code error;
    fs::rename(part_, file_, error);
    if (error) fail(error.message());
    is_finished_ = true;
}

}  // namespace gateway::campaign
