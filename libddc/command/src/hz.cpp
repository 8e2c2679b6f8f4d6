// SPDX-License-Identifier: MIT
#include "changes.hpp"
#include "option_checks.hpp"
#include "records.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

namespace ddc::command {
namespace {

struct HzOptions {
    std::vector<std::string> names;
    std::size_t window = 10000;
    double duration_s = 0;
};

/// The last intervals between writes to one target.
class Rhythm {
  public:
    void add(Deadline time, std::uint64_t writes, std::size_t window) {
        samples_.push_back({time, writes});
        while (samples_.size() > window + 1) samples_.pop_front();
    }

    std::vector<Field> fields(const Target& target) const {
        std::vector<double> intervals;
        std::uint64_t writes = 0;
        for (std::size_t i = 1; i < samples_.size(); ++i) {
            intervals.push_back(seconds(samples_[i].time - samples_[i - 1].time) /
                                static_cast<double>(samples_[i].writes));
            writes += samples_[i].writes;
        }
        if (intervals.empty()) return {target.name, 0.0, nullptr, nullptr, nullptr, 0};
        const double span = seconds(samples_.back().time - samples_.front().time);
        const auto [least, most] = std::minmax_element(intervals.begin(), intervals.end());
        return {target.name,
                rounded(static_cast<double>(writes) / span, 1e3),
                rounded(*least, 1e7),
                rounded(*most, 1e7),
                rounded(deviation(intervals), 1e7),
                writes};
    }

  private:
    struct Sample {
        Deadline time;
        /// Writes since the previous sample.
        std::uint64_t writes;
    };

    static double seconds(Clock::duration time) {
        return std::chrono::duration<double>(time).count();
    }

    static double rounded(double value, double scale) { return std::round(value * scale) / scale; }

    static double deviation(const std::vector<double>& values) {
        double sum = 0;
        double squares = 0;
        for (const double value : values) sum += value;
        const double mean = sum / static_cast<double>(values.size());
        for (const double value : values) squares += (value - mean) * (value - mean);
        return std::sqrt(squares / static_cast<double>(values.size()));
    }

    std::deque<Sample> samples_;
};

class Meter {
  public:
    Meter(const Context& context, const HzOptions& options)
        : options_(options),
          table_(open_for_reading(context)),
          follower_(table_, select(table_, options.names), context.out),
          rhythms_(follower_.targets().size()),
          records_(context.out, context.format,
                   {{"name", "NAME", false, 28},
                    {"rate_hz", "RATE_HZ", true, 11},
                    {"min_s", "MIN_S", true, 10},
                    {"max_s", "MAX_S", true, 10},
                    {"std_dev_s", "STD_DEV_S", true, 10},
                    {"writes", "WRITES", true, 8}},
                   RecordWriter::Pace::live) {}

    int run() {
        const Interrupt interrupt;
        if (options_.duration_s > 0) {
            measure(after_seconds(options_.duration_s), interrupt);
            report();
        } else {
            while (!interrupt.happened()) {
                measure(after_seconds(1), interrupt);
                report();
            }
        }
        records_.finish();
        return any_writes_ || interrupt.happened() ? exit_ok : exit_failed;
    }

  private:
    void measure(Deadline until, const Interrupt& interrupt) {
        for (;;) {
            const auto changes = follower_.wait(until, interrupt);
            const Deadline now = Clock::now();
            for (const Change& change : changes) {
                const auto index =
                    static_cast<std::size_t>(change.target - follower_.targets().data());
                rhythms_[index].add(now, change.writes, options_.window);
                any_writes_ = true;
            }
            if (changes.empty() || now >= until) return;
        }
    }

    void report() {
        for (std::size_t i = 0; i < rhythms_.size(); ++i)
            records_.add(rhythms_[i].fields(follower_.targets()[i]));
    }

    const HzOptions& options_;
    Table table_;
    ChangeFollower follower_;
    std::vector<Rhythm> rhythms_;
    RecordWriter records_;
    bool any_writes_ = false;
};

}  // namespace

void add_hz(CommandLine& line, Context& context) {
    Verb verb = add_verb(
        line, {"hz",
               "Measure how often entries are written.",
               "Shows the rate, and the minimum, maximum and standard deviation of the time\n"
               "between writes. Exit code 1 if nothing was written.",
               {"ddc hz 0x4000/set_steering", "ddc hz 0x4000/run_cycle_switch --duration 2",
                "ddc hz 0x4000/true_velocity --window 100 --format ndjson"}});
    auto options = std::make_shared<HzOptions>();
    verb.add_option("name", options->names, "Entries, ports, or programs with all their entries")
        .required();
    verb.add_option("--window", options->window,
                    "Number of latest changes to evaluate (default: 10000)")
        .placeholder("N")
        .check(check_count);
    verb.add_option("--duration", options->duration_s,
                    "Print once after that time (default: every second until Ctrl-C)")
        .placeholder("SECONDS")
        .check(check_positive);
    on_run(verb, context, [&context, options] { return Meter(context, *options).run(); });
}

}  // namespace ddc::command
