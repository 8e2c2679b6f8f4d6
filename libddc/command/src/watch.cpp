// SPDX-License-Identifier: MIT
#include <ddc/command/keyboard.hpp>
#include "changes.hpp"
#include "option_checks.hpp"
#include "output.hpp"
#include "records.hpp"
#include "screen.hpp"
#include "show.hpp"
#include "verbs.hpp"
#include "watch_rows.hpp"
#include "watch_view.hpp"

#include <poll.h>

#include <algorithm>
#include <sstream>

namespace ddc::command {
namespace {

using News = WatchRow::News;

struct WatchOptions {
    std::vector<std::string> names;
    std::string filter;
    double interval_s = 0.5;
    std::uint64_t count = 0;
};

const char* mark(News news) {
    return news == News::changed ? "*" : news == News::written ? "=" : "";
}

class Watcher {
  public:
    Watcher(const Context& context, const WatchOptions& options)
        : context_(context),
          options_(options),
          terminal_(context.terminal),
          table_(open_for_reading(context)),
          reader_(table_, options.names, options.filter) {}

    int run() {
        const bool is_drawn = terminal_.present && context_.format == Format::table;
        if (is_drawn && terminal_.has_keys) keyboard_.emplace();
        std::optional<Screen> screen;
        if (is_drawn) screen.emplace(context_.out, terminal_);
        for (std::uint64_t frame = 1; !is_over(); ++frame) {
            const Deadline until = after_seconds(options_.interval_s);
            if (!view_.is_paused()) rows_ = reader_.read_rows();
            show(screen);
            if (frame == options_.count) break;
            rest(until, screen);
        }
        return exit_ok;
    }

  private:
    bool is_over() const { return Interrupt::happened() || view_.is_over(); }

    void show(std::optional<Screen>& screen) {
        if (screen) {
            draw(*screen);
        } else if (context_.format != Format::table) {
            print_records();
        } else {
            if (is_started_) context_.out << '\n';
            print_table(context_.out, rows_);
        }
        is_started_ = true;
    }

    void draw(Screen& screen) {
        std::vector<WatchRow> shown;
        for (const WatchRow& row : rows_)
            if (matches(row.target.name, view_.filter())) shown.push_back(row);
        view_.limit(shown.size(), screen.room());
        std::stringstream text;
        print_table(text, shown);
        Screen::Frame frame;
        frame.status = status_line(shown.size());
        std::getline(text, frame.titles);
        for (const WatchRow& row : shown) {
            std::string line;
            std::getline(text, line);
            frame.rows.push_back({line, style_of(row)});
        }
        frame.first = view_.first();
        if (keyboard_) frame.footer = view_.footer();
        screen.draw(frame);
    }

    void print_records() const {
        RecordWriter records(context_.out, context_.format,
                             {{"changed", ""},
                              {"written", ""},
                              {"id", ""},
                              {"name", ""},
                              {"type", ""},
                              {"value", ""},
                              {"unit", ""},
                              {"age_s", ""}});
        for (const WatchRow& row : rows_)
            records.add({row.news == News::changed, row.news != News::none, hex(row.target.first),
                         row.target.name, row.reading.type, row.reading.value, row.target.unit,
                         age_field(row.reading.written_ns)});
        records.finish();
    }

    /// Without ids and types, to fit a small terminal.
    void print_table(std::ostream& out, const std::vector<WatchRow>& rows) const {
        constexpr int other_columns = 50;
        const auto longest =
            static_cast<std::size_t>(std::clamp(terminal_.columns - other_columns, 16, 48));
        RecordWriter records(out, Format::table,
                             {{"changed", "*"},
                              {"name", "NAME"},
                              {"value", "VALUE"},
                              {"unit", "UNIT"},
                              {"age_s", "AGE", true},
                              {"note", "NOTE"}});
        for (const WatchRow& row : rows)
            records.add({mark(row.news), row.target.name, value_field(row.reading.value, longest),
                         unit_field(row.target.unit), age_field(row.reading.written_ns),
                         row.reading.note});
        records.finish();
    }

    std::string status_line(std::size_t count) const {
        const std::string& typed = view_.filter();
        return "table " + table_.name() + ", " + std::to_string(count) + " entries" +
               (options_.filter.empty() ? "" : " like " + options_.filter) +
               (typed.empty() ? "" : " with " + typed) +
               (view_.is_paused() ? ", PAUSED"
                : keyboard_       ? ""
                                  : ", Ctrl-C ends");
    }

    static Screen::Style style_of(const WatchRow& row) {
        const auto age = age_s(row.reading.written_ns);
        if (row.news == News::changed) return Screen::Style::changed;
        if (row.news == News::written) return Screen::Style::written;
        if (!age || *age > 10) return Screen::Style::old;
        return *age < 1 ? Screen::Style::fresh : Screen::Style::plain;
    }

    /// Waits until the next frame is due; keys have an effect at once.
    void rest(Deadline until, std::optional<Screen>& screen) {
        while (!is_over() && Clock::now() < until) {
            require_reader(context_.out);
            if (!keyboard_) {
                wait_until(until);
            } else if (const auto key = keyboard_->next(until)) {
                view_.press(*key, screen->room());
                if (!is_over()) draw(*screen);
            }
            follow_terminal(screen);
        }
    }

    static void wait_until(Deadline until) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
        ::poll(nullptr, 0, static_cast<int>(std::clamp<std::int64_t>(left.count() + 1, 1, 100)));
    }

    /// The terminal may have another size, and other contents after this process was stopped.
    void follow_terminal(std::optional<Screen>& screen) {
        if (!keyboard_) return;
        const Terminal now = Terminal::of_stdout();
        const bool is_same = now.rows == terminal_.rows && now.columns == terminal_.columns;
        if (is_same && !Keyboard::was_away()) return;
        terminal_ = now;
        screen->restart(now);
        draw(*screen);
    }

    const Context& context_;
    const WatchOptions& options_;
    Terminal terminal_;
    Table table_;
    WatchRows reader_;
    std::vector<WatchRow> rows_;
    WatchView view_;
    const Interrupt interrupt_;  ///< outlives the keyboard, which must be restored after a signal
    std::optional<Keyboard> keyboard_;
    bool is_started_ = false;
};

}  // namespace

void add_watch(CommandLine& line, Context& context) {
    Verb verb = add_verb(
        line,
        {"watch",
         "Show entries and how they change.",
         "On a terminal the view is updated in place: * marks changed values, = values written\n"
         "again unchanged; colours show the age (green: less than a second, dim: more than ten).\n"
         "q or Esc quits, arrows and page keys scroll, / filters by the typed text, p pauses.\n"
         "Without a terminal the updates are printed one after the other.\n"
         "The reference id of a program selects all of its entries.",
         {"ddc watch 4000", "ddc watch 4000 --filter 'true_*' --interval 0.2",
          "ddc watch 0x4000/set_steering 0x4000/true_velocity",
          "ddc watch --count 10 --format ndjson"}});
    auto options = std::make_shared<WatchOptions>();
    verb.add_option("name", options->names,
                    "Entries, ports, or programs with all their entries (default: everything)");
    verb.add_option("--filter", options->filter, "Only names that match, such as 'trajectory_*'")
        .placeholder("PATTERN");
    verb.add_option("--interval", options->interval_s, "Time between updates (default: 0.5)")
        .placeholder("SECONDS")
        .check(check_positive);
    verb.add_option("--count", options->count, "End after that many updates")
        .placeholder("N")
        .check(check_count);
    on_run(verb, context, [&context, options] { return Watcher(context, *options).run(); });
}

}  // namespace ddc::command
