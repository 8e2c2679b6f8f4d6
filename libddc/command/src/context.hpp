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
/// Done, but data was lost or could not be shown.
constexpr int exit_degraded = 3;

/// The request cannot be fulfilled.
struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The request is invalid; the message says what would be valid.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// shown_csv is CSV on a terminal, which must not get control characters; only a recording can be
/// MCAP.
enum class Format { table, json, ndjson, csv, mcap, shown_csv };

/// Arguments of every verb: the global options and the output.
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

    /// The table in a verb's argument, or the context's.
    const std::string& table_or(const std::string& given) const {
        return given.empty() ? table : given;
    }
};

/// Opens the context's table for reading, without any effect on others. @throws TableError
Table open_for_reading(const Context& context);
Table open_for_writing(const Context& context);

struct VerbText {
    const char* name;
    /// One line for the list of verbs.
    const char* description;
    /// Further text for the help; may be empty.
    const char* details;
    std::vector<const char*> examples;
    /// Alias, if there is one.
    const char* alias = nullptr;
};

/// Adds a verb; its help ends with details and examples.
Verb add_verb(CommandLine& line, const VerbText& text);

/// Runs `action` if that verb was given.
void on_run(Verb& verb, Context& context, std::function<int()> action);

}  // namespace ddc::command
