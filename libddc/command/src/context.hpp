// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/command/command_line.hpp>
#include <ddc/command/run.hpp>
#include <ddc/table.hpp>

#include <functional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ddc::command {

constexpr int exit_ok = 0;
constexpr int exit_failed = 1;
constexpr int exit_usage = 2;
/// Done, but something was lost or could not be shown.
constexpr int exit_degraded = 3;

/// What was asked for cannot be done.
struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What was asked for makes no sense; the message says what would.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The last one is CSV on a terminal, which control characters must not reach; only a recording can
/// be in MCAP.
enum class Format { table, json, ndjson, csv, mcap, shown_csv };

/// What every verb needs: the global options, and where its output goes.
struct Context {
    std::string table;
    bool table_given = false;
    Format format = Format::table;
    bool format_given = false;
    std::ostream& out;
    std::ostream& err;
    Terminal terminal;
    /// Set by the verb that was named on the command line.
    std::function<int()> action;

    /// The table that a verb's own argument names, or the context's.
    const std::string& table_or(const std::string& given) const {
        return given.empty() ? table : given;
    }
};

/// Opens the context's table for reading, which no other process can notice. @throws TableError
Table open_for_reading(const Context& context);
Table open_for_writing(const Context& context);

struct VerbText {
    const char* name;
    /// One line for the list of verbs.
    const char* description;
    /// What else there is to know; may be empty.
    const char* details;
    std::vector<const char*> examples;
    /// Another name for it, if there is one.
    const char* alias = nullptr;
};

/// Adds a verb; its help ends with details and examples.
Verb add_verb(CommandLine& line, const VerbText& text);

/// Runs `action` if that verb was named.
void on_run(Verb& verb, Context& context, std::function<int()> action);

}  // namespace ddc::command
