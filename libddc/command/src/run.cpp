// SPDX-License-Identifier: MIT
#include <ddc/command/run.hpp>

#include "context.hpp"
#include "output.hpp"
#include "verbs.hpp"

#include <ddc/version.h>
#include <ddc/interface/visible.hpp>

#include <algorithm>
#include <cerrno>
#include <optional>

namespace ddc::command {
namespace {

const std::vector<std::string> formats{"table", "json", "ndjson", "csv", "mcap"};

/// @param name one of `formats`
Format format_named(const std::string& name, const Terminal& terminal) {
    const auto found = std::find(formats.begin(), formats.end(), name);
    const auto format = static_cast<Format>(found - formats.begin());
    return format == Format::csv && terminal.present ? Format::shown_csv : format;
}

struct GlobalOptions {
    Option name, format;
};

GlobalOptions add_global_options(CommandLine& line, Context& context, std::string& format) {
    const Option name = line.add_option("-n,--name", context.table,
                                        "Name of the table (default: $DDC_NAME, or vcg)")
                            .placeholder("TABLE")
                            .last_counts();
    const Option of_format =
        line.add_option("-f,--format", format,
                        "How to print: table, json, ndjson or csv; record also mcap")
            .placeholder("FORMAT")
            .last_counts()
            .one_of(formats);
    line.add_version("ddc " DDC_VERSION);
    return {name, of_format};
}

void add_verbs(CommandLine& line, Context& context) {
#define DDC_ADD_VERB(name) add_##name(line, context);
    DDC_VERBS(DDC_ADD_VERB)
#undef DDC_ADD_VERB
}

int report(const Context& context, const std::string& message, int code) {
    context.err << "ddc: " << interface::visible(message) << '\n';
    return code;
}

int exit_code_of(const TableError& error) {
    return error.reason() == TableError::Reason::invalid ? exit_usage : exit_failed;
}

template <class Action>
int act(const Context& context, const Action& action) {
    try {
        const int code = action();
        context.out.flush();
        return code;
    } catch (const OutputClosed& closed) {
        if (closed.error == EPIPE) return exit_ok;
        if (closed.error == EINTR) return exit_failed;  // standard error may be blocked too
        return report(context, closed.what(), exit_failed);
    } catch (const std::ios_base::failure&) {
        return exit_failed;  // from a screen that could not be restored; see EINTR
    } catch (const UsageError& error) {
        return report(context, error.what(), exit_usage);
    } catch (const TableError& error) {
        return report(context, error.what(), exit_code_of(error));
    } catch (const std::exception& error) {
        return report(context, error.what(), exit_failed);
    }
}

}  // namespace

Table open_for_reading(const Context& context) {
    TableOptions options;
    options.name = context.table;
    options.access = TableOptions::Access::read_only;
    options.open_timeout = std::chrono::milliseconds(200);  // for a table that is being created
    options.lock_timeout = std::chrono::milliseconds(20);   // for a stopped writer
    const bool is_allowed = options.allow_foreign;
    options.allow_foreign = true;  // reading does no harm
    Table table = Table::open(options);
    if (!is_allowed && !table.ownership_problem().empty())
        context.err << "ddc: warning: do not trust table '" << context.table << "': it "
                    << table.ownership_problem() << '\n';
    return table;
}

Table open_for_writing(const Context& context) {
    TableOptions options;
    options.name = context.table;
    return Table::open(options);
}

Verb add_verb(CommandLine& line, const VerbText& text) {
    Verb verb = line.add_verb(text.name, text.description);
    if (text.alias != nullptr) verb.add_alias(text.alias);
    std::string footer = *text.details != '\0' ? text.details + std::string("\n\n") : "";
    footer += "All commands accept --name and --format; see ddc --help.\n\nExamples:";
    for (const char* example : text.examples) footer += std::string("\n  ") + example;
    verb.set_footer(footer);
    return verb;
}

void on_run(Verb& verb, Context& context, std::function<int()> action) {
    verb.on_given([&context, action = std::move(action)] { context.action = action; });
}

int run(const std::vector<std::string>& args, std::ostream& out, std::ostream& err,
        const Terminal& terminal) {
    Context context{
        TableOptions::default_name(), false, Format::table, false, out, err, terminal, {}};
    CommandLine line(
        "ddc", "Inspects DDC tables, the shared memory between VCG programs and their gateway.");
    line.require_verb();
    line.allow_options_behind_verb();
    line.use_manual_style();
    std::string format = formats.front();
    const GlobalOptions given = add_global_options(line, context, format);
    add_verbs(line, context);
    return act(context, [&] {
        if (const std::optional<int> code = line.parse(args, out, err)) return *code;
        context.table_given = given.name.is_given();
        context.format_given = given.format.is_given();
        context.format = format_named(format, terminal);
        return context.action();
    });
}

}  // namespace ddc::command
