// SPDX-License-Identifier: MIT
#include "consent.hpp"
#include "option_checks.hpp"
#include "records.hpp"
#include "show.hpp"
#include "verbs.hpp"

#include <ddc/inspect.hpp>

namespace ddc::command {
namespace {

struct CreateOptions {
    std::string table;
    Id capacity = default_capacity;
    std::string mode;
    std::string group;
};

unsigned parse_mode(const std::string& text) {
    const bool octal = !text.empty() && text.size() <= 4 &&
                       text.find_first_not_of("01234567") == std::string::npos;
    const unsigned long mode = octal ? std::stoul(text, nullptr, 8) : 0;
    if (!octal || mode > 0777 || (mode & 0600) != 0600)
        throw UsageError("'" + text +
                         "' is not a mode: write it in octal and let the owner read and "
                         "write, such as 0600 or 0660");
    return static_cast<unsigned>(mode);
}

int create(const Context& context, const CreateOptions& options) {
    TableOptions table;
    table.name = context.table_or(options.table);
    table.capacity = options.capacity;
    if (!options.mode.empty()) table.mode = parse_mode(options.mode);
    if (!options.group.empty()) table.group = options.group;
    Table::create(table);
    return exit_ok;
}

int remove(const Context& context, const std::string& given, bool yes) {
    const std::string& table = context.table_or(given);
    if (remove_table(table, yes ? Removal::always : Removal::if_unused)) return exit_ok;
    require_consent(context,
                    "table '" + table + "' is in use by " + to_text(attached_processes(table)));
    remove_table(table, Removal::always);
    return exit_ok;
}

/// The action on one table, or why there was none.
std::string clean_table(const std::string& table, bool dry_run, int& code) {
    try {
        if (dry_run) return is_in_use(table) ? "in use" : "would be removed";
        return remove_table(table, Removal::if_unused) ? "removed" : "in use";
    } catch (const TableError& error) {
        if (error.reason() == TableError::Reason::not_found) return "gone already";
        code = exit_degraded;
        return error.reason() == TableError::Reason::access ? "no access" : "no table";
    }
}

int clean(const Context& context, bool dry_run) {
    RecordWriter records(context.out, context.format,
                         {{"table", "TABLE"}, {"result", "RESULT"}, {"attached", "ATTACHED"}});
    const std::vector<std::string> tables =
        context.table_given ? std::vector<std::string>{context.table} : table_names();
    int code = exit_ok;
    for (const std::string& table : tables) {
        const std::string result = clean_table(table, dry_run, code);
        const auto attached =
            result == "in use" ? attached_processes(table) : std::vector<Process>{};
        records.add({table, result, Field(to_json(attached), to_text(attached))});
    }
    records.finish();
    return code;
}

}  // namespace

void add_create(CommandLine& line, Context& context) {
    Verb verb = add_verb(line, {"create",
                                "Create a table.",
                                "A half-created table is completed.",
                                {"ddc create", "ddc create lab --capacity 131072",
                                 "ddc create shared --mode 0660 --group users"}});
    auto options = std::make_shared<CreateOptions>();
    verb.add_option("table", options->table, "Name of the table (default: that of --name)");
    verb.add_option("--capacity", options->capacity,
                    "Number of entries (default: " + std::to_string(default_capacity) + ")")
        .placeholder("N")
        .check(check_count);
    verb.add_option("--mode", options->mode,
                    "Access rights, in octal (default: 0600, with a group 0660)")
        .placeholder("MODE");
    verb.add_option("--group", options->group,
                    "Group that shares the table, by name or number (default: $DDC_GROUP)")
        .placeholder("GROUP");
    on_run(verb, context, [&context, options] { return create(context, *options); });
}

void add_remove(CommandLine& line, Context& context) {
    Verb verb = add_verb(
        line, {"remove",
               "Remove a table.",
               "If the table is in use, a confirmation on the terminal or --yes is required.",
               {"ddc remove", "ddc remove lab --yes"},
               "rm"});
    auto table = std::make_shared<std::string>();
    auto yes = std::make_shared<bool>(false);
    verb.add_option("table", *table, "Name of the table (default: that of --name)");
    verb.add_flag("-y,--yes", *yes, "Remove it even if it is in use");
    on_run(verb, context, [&context, table, yes] { return remove(context, *table, *yes); });
}

void add_clean(CommandLine& line, Context& context) {
    Verb verb =
        add_verb(line, {"clean",
                        "Remove all tables that no live process uses.",
                        "With --name, only that table is removed, if no live process uses it.",
                        {"ddc clean --dry-run", "ddc clean", "ddc clean --name lab"}});
    auto dry_run = std::make_shared<bool>(false);
    verb.add_flag("--dry-run", *dry_run, "Only show what would be done");
    on_run(verb, context, [&context, dry_run] { return clean(context, *dry_run); });
}

}  // namespace ddc::command
