// SPDX-License-Identifier: MIT
#include <fnmatch.h>
#include <poll.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "changes.hpp"
#include "option_checks.hpp"
#include "records.hpp"
#include "screen.hpp"
#include "show.hpp"
#include "verbs.hpp"

namespace ddc::command {
namespace {

struct WatchOptions {
    std::vector<std::string> names;
    std::string filter;
    double interval_s = 0.5;
    std::uint64_t count = 0;
};

/// One row of a frame.
struct Row {
    Target target;
    Reading reading;
    bool changed = false;
};

class Watcher {
  public:
    Watcher(const Context& context, const WatchOptions& options)
        : context_(context), options_(options), table_(open_for_reading(context)) {}

    int run() {
        const Interrupt interrupt;
        const Screen screen(context_.out, context_.terminal);
        for (std::uint64_t frame = 1; !interrupt.happened(); ++frame) {
            show(take_frame(), screen);
            if (frame == options_.count) break;
            rest(interrupt);
        }
        return exit_ok;
    }

  private:
    bool is_wanted(const Target& target) const {
        return options_.filter.empty() ||
               ::fnmatch(options_.filter.c_str(), target.name.c_str(), 0) == 0 ||
               ::fnmatch(("*/" + options_.filter).c_str(), target.name.c_str(), 0) == 0;
    }

    /// The names are looked up anew for each frame: a program may have started since.
    std::vector<Row> take_frame() {
        std::vector<Row> rows;
        std::map<std::string, std::uint64_t> writes;
        for (Target& target : select(table_, options_.names, Detail::ports)) {
            if (!is_wanted(target)) continue;
            const std::uint64_t now = writes_to(table_, target);
            const auto before = writes_.find(target.name);
            const bool changed = before != writes_.end() && before->second != now;
            writes[target.name] = now;
            Reading reading = read(table_, target);
            rows.push_back({std::move(target), std::move(reading), changed});
        }
        writes_ = std::move(writes);
        return rows;
    }

    void show(const std::vector<Row>& rows, const Screen& screen) {
        if (context_.format != Format::table) {
            print_records(rows);
        } else if (context_.terminal.present) {
            std::ostringstream frame;
            print_table(frame, rows);
            screen.draw(status_line(rows.size()), lines(frame.str(), rows));
        } else {
            if (frames_++ > 0) context_.out << '\n';
            print_table(context_.out, rows);
        }
    }

    void print_records(const std::vector<Row>& rows) const {
        RecordWriter records(context_.out, context_.format,
                             {{"changed", ""},
                              {"id", ""},
                              {"name", ""},
                              {"type", ""},
                              {"value", ""},
                              {"unit", ""},
                              {"age_s", ""}});
        for (const Row& row : rows)
            records.add({row.changed, hex(row.target.first), row.target.name, row.reading.type,
                         row.reading.value, row.target.unit, age_field(row.reading.written_ns)});
        records.finish();
    }

    /// Without ids and types, so that it fits a small terminal.
    void print_table(std::ostream& out, const std::vector<Row>& rows) const {
        constexpr int other_columns = 50;
        const int room = context_.terminal.columns - other_columns;
        const auto longest = static_cast<std::size_t>(std::clamp(room, 16, 48));
        RecordWriter records(out, Format::table,
                             {{"changed", "*"},
                              {"name", "NAME"},
                              {"value", "VALUE"},
                              {"unit", "UNIT"},
                              {"age_s", "AGE", true},
                              {"note", "NOTE"}});
        for (const Row& row : rows)
            records.add({row.changed ? "*" : "", row.target.name,
                         value_field(row.reading.value, longest), unit_field(row.target.unit),
                         age_field(row.reading.written_ns), row.reading.note});
        records.finish();
    }

    std::string status_line(std::size_t count) const {
        return "table " + table_.name() + ", " + std::to_string(count) + " entries" +
               (options_.filter.empty() ? "" : " like " + options_.filter) + ", Ctrl-C ends";
    }

    static std::vector<Screen::Line> lines(const std::string& frame, const std::vector<Row>& rows) {
        std::istringstream in(frame);
        std::vector<Screen::Line> result;
        for (std::string line; std::getline(in, line);) {
            const bool is_title = result.empty();
            const auto style = is_title ? Screen::Style::title : style_of(rows[result.size() - 1]);
            result.push_back({line, style});
        }
        return result;
    }

    static Screen::Style style_of(const Row& row) {
        const auto age = age_s(row.reading.written_ns);
        if (row.changed) return Screen::Style::changed;
        if (!age || *age > 10) return Screen::Style::old;
        return *age < 1 ? Screen::Style::fresh : Screen::Style::plain;
    }

    void rest(const Interrupt& interrupt) const {
        const Deadline until = after_seconds(options_.interval_s);
        while (!interrupt.happened() && Clock::now() < until) {
            const auto left =
                std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
            ::poll(nullptr, 0,
                   static_cast<int>(std::clamp<std::int64_t>(left.count() + 1, 1, 100)));
        }
    }

    const Context& context_;
    const WatchOptions& options_;
    Table table_;
    std::map<std::string, std::uint64_t> writes_;
    std::uint64_t frames_ = 0;
};

}  // namespace

void add_watch(CLI::App& app, Context& context) {
    CLI::App& verb = add_verb(
        app,
        {"watch",
         "Show entries and how they change.",
         "In place on a terminal: what has changed is marked, colours tell the age (green: less\n"
         "than a second, dim: more than ten). Elsewhere one frame follows the other.\n"
         "An id at which a program begins stands for all of its entries.",
         {"ddc watch 4000", "ddc watch 4000 --filter 'true_*' --interval 0.2",
          "ddc watch 0x4000/set_steering 0x4000/true_velocity",
          "ddc watch --count 10 --format ndjson"}});
    auto options = std::make_shared<WatchOptions>();
    verb.add_option("name", options->names,
                    "Entries, ports, or programs with all they have (default: everything)");
    verb.add_option("--filter", options->filter, "Only names like this, such as 'trajectory_*'")
        ->option_text("PATTERN");
    verb.add_option("--interval", options->interval_s, "Time between frames (default: 0.5)")
        ->option_text("SECONDS")
        ->check(check_positive);
    verb.add_option("--count", options->count, "End after that many frames")
        ->option_text("N")
        ->check(check_count);
    on_run(verb, context, [&context, options] { return Watcher(context, *options).run(); });
}

}  // namespace ddc::command
