// SPDX-License-Identifier: MIT
#include "ddc/command/run.hpp"

#include <ddc/version.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>

#include "context.hpp"
#include "ddc/command/usage.hpp"
#include "ddc/interface/visible.hpp"
#include "help_formatter.hpp"
#include "output.hpp"
#include "verbs.hpp"

namespace ddc::command {
namespace {

const std::vector<std::string> formats{"table", "json", "ndjson", "csv"};

void add_global_options(CLI::App& app, Context& context) {
    app.add_option("-n,--name", context.table, "Name of the table (default: $DDC_NAME, or vcg)")
        ->option_text("TABLE")
        ->take_last();
    const auto set_format = [&context](const std::string& name) {
        const auto found = std::find(formats.begin(), formats.end(), name);
        context.format = static_cast<Format>(found - formats.begin());
    };
    app.add_option_function<std::string>("-f,--format", set_format,
                                         "How to print: table, json, ndjson or csv")
        ->option_text("FORMAT")
        ->take_last()
        ->check(CLI::IsMember(formats));
    app.set_version_flag("--version", "ddc " DDC_VERSION, "Print the version and exit");
}

void add_verbs(CLI::App& app, Context& context) {
    add_list(app, context);
    add_info(app, context);
    add_dump(app, context);
    add_get(app, context);
    add_set(app, context);
    add_watch(app, context);
    add_echo(app, context);
    add_hz(app, context);
    add_record(app, context);
    add_play(app, context);
    add_create(app, context);
    add_remove(app, context);
    add_clean(app, context);
    add_doctor(app, context);
    add_completion(app, context);
}

int report(const Context& context, const std::string& message, int code) {
    context.err << "ddc: " << interface::visible(message) << '\n';
    return code;
}

int exit_code_of(const TableError& error) {
    return error.reason() == TableError::Reason::invalid ? exit_usage : exit_failed;
}

int act(Context& context) {
    try {
        const int code = context.action();
        context.out.flush();
        return code;
    } catch (const OutputClosed& closed) {
        if (closed.error == EPIPE) return exit_ok;
        if (closed.error == EINTR) return exit_failed;  // standard error may be as stuck
        return report(context, closed.what(), exit_failed);
    } catch (const std::ios_base::failure&) {
        return exit_failed;  // of a screen that could no longer be left in order; see EINTR
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
    options.open_timeout = std::chrono::milliseconds(200);  // for one that is being created
    options.lock_timeout = std::chrono::milliseconds(20);   // for a writer that stands still
    const bool is_allowed = options.allow_foreign;
    options.allow_foreign = true;  // looking does no harm
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

CLI::App& add_verb(CLI::App& app, const VerbText& text) {
    CLI::App& verb = *app.add_subcommand(text.name, text.description);
    std::string footer = *text.details != '\0' ? text.details + std::string("\n\n") : "";
    footer += "--name and --format may be given to every verb, see ddc --help.\n\nExamples:";
    for (const char* example : text.examples) footer += std::string("\n  ") + example;
    verb.footer(footer);
    return verb;
}

void on_run(CLI::App& verb, Context& context, std::function<int()> action) {
    verb.callback([&context, action = std::move(action)] { context.action = action; });
}

int run(const std::vector<std::string>& args, std::ostream& out, std::ostream& err,
        const Terminal& terminal) {
    Context context{
        TableOptions::default_name(), false, Format::table, false, out, err, terminal, {}};
    CLI::App app("Looks into DDC tables, the shared memory between VCG programs and their gateway.",
                 "ddc");
    app.require_subcommand(1);
    app.fallthrough();
    app.formatter(std::make_shared<HelpFormatter>());
    add_global_options(app, context);
    add_verbs(app, context);
    try {
        app.parse(std::vector<std::string>(args.rbegin(), args.rend()));
    } catch (const CLI::Success& request) {  // --help or --version
        context.action = [&] { return app.exit(request, out, err); };
        return act(context);
    } catch (const CLI::ParseError& error) {
        err << explain(app, error) << '\n';
        return exit_usage;
    }
    context.table_given = app.count("--name") > 0;
    context.format_given = app.count("--format") > 0;
    if (context.format == Format::csv && terminal.present) context.format = Format::shown_csv;
    return act(context);
}

}  // namespace ddc::command
