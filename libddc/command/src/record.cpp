// SPDX-License-Identifier: MIT
#include "change_writer.hpp"
#include "option_checks.hpp"
#include "output.hpp"
#include "show.hpp"
#include "verbs.hpp"

#include <sys/stat.h>

#include <algorithm>

namespace ddc::command {
namespace {

struct RecordOptions {
    std::vector<std::string> names;
    std::string output;
    double duration_s = 0;
    std::uint64_t count = 0;
    bool force = false;
};

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() &&
           text.compare(text.size() - end.size(), end.size(), end) == 0;
}

Format format_for(const Context& context, const std::string& output) {
    const bool is_shown = output.empty() && context.terminal.present;
    const Format csv = is_shown ? Format::shown_csv : Format::csv;
    if (!context.format_given) {
        if (ends_with(output, ".mcap")) return Format::mcap;
        return ends_with(output, ".ndjson") || ends_with(output, ".jsonl") ? Format::ndjson : csv;
    }
    if (context.format == Format::mcap && is_shown)
        throw UsageError("MCAP cannot be printed on a terminal: add --output FILE.mcap");
    if (context.format == Format::mcap || context.format == Format::ndjson) return context.format;
    if (context.format == Format::csv || context.format == Format::shown_csv) return csv;
    throw UsageError("cannot record in this format: use --format csv, ndjson or mcap");
}

/// A recording has single entries, so that it can be played without their program.
std::vector<Target> single_entries(const Table& table, const std::vector<std::string>& names) {
    std::vector<Target> entries;
    for (const Target& target : select(table, names))
        for (Id i = 0; i < target.count(); ++i)
            entries.push_back(resolve(table, hex(target.first + i)));
    return entries;
}

/// True for a file that is not empty; devices and pipes have no data to lose.
bool holds_something(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
}

class Recorder {
  public:
    Recorder(std::ostream& out, Format format, const Context& context, const Table& table,
             std::vector<Target> targets, std::uint64_t most)
        : table_(table),
          writer_(format == Format::mcap ? create_mcap_writer(out, targets, context.table)
                                         : create_line_writer(out, format)),
          follower_(table, std::move(targets), out),
          most_(most) {}

    void run(double duration_s) {
        const Interrupt interrupt;
        const Deadline end = after_seconds(duration_s);
        for (const Target& target : follower_.targets()) add(target, read(table_, target));
        while (written_ != most_ || most_ == 0) {
            const auto changes = follower_.wait(std::min(end, writer_->due()), interrupt);
            writer_->keep_up();
            if (changes.empty() && (interrupt.happened() || Clock::now() >= end)) break;
            for (const Change& change : changes) {
                missed_ += change.writes - 1;
                add(*change.target, change.reading);
            }
        }
        writer_->finish();
    }

    std::uint64_t written() const noexcept { return written_; }
    std::uint64_t missed() const noexcept { return missed_; }

  private:
    void add(const Target& target, const Reading& reading) {
        if (written_ == most_ && most_ != 0) return;
        writer_->add(follower_.time_ns(), target, reading);
        ++written_;
    }

    const Table& table_;
    std::unique_ptr<ChangeWriter> writer_;
    ChangeFollower follower_;
    std::uint64_t most_;
    std::uint64_t written_ = 0;
    std::uint64_t missed_ = 0;
};

int record(const Context& context, const RecordOptions& options) {
    const Table table = open_for_reading(context);
    const Format format = format_for(context, options.output);
    std::vector<Target> targets = single_entries(table, options.names);
    std::unique_ptr<OutputFile> file;
    if (!options.output.empty()) {
        if (!options.force && holds_something(options.output))
            throw Failure(options.output + " exists; add --force to overwrite it");
        file = std::make_unique<OutputFile>(options.output);
    }
    Recorder recorder(file ? file->stream() : context.out, format, context, table,
                      std::move(targets), options.count);
    recorder.run(options.duration_s);
    context.err << "ddc: " << recorder.written() << " records written";
    if (recorder.missed() > 0)
        context.err << ", " << recorder.missed()
                    << " changes missed (written faster than recorded)";
    context.err << '\n';
    return recorder.missed() > 0 ? exit_degraded : exit_ok;
}

}  // namespace

void add_record(CommandLine& line, Context& context) {
    Verb verb = add_verb(
        line,
        {"record",
         "Write every change with its time to a file.",
         "The first records are the values at the start. A file that is not empty is overwritten\n"
         "only with --force. Exit code 3 if changes were missed because they came too fast.\n"
         "In MCAP each entry is a topic of ddc_msgs/msg/Entry. If the recorder is killed, all but\n"
         "the last second can be read.",
         {"ddc record 4000 --output run.csv", "ddc record 4000 --output run.mcap",
          "ddc record 0x4000/set_steering 0x4000/set_gas --duration 10 > commands.csv"}});
    auto options = std::make_shared<RecordOptions>();
    verb.add_option("name", options->names, "Entries, ports, or programs with all their entries")
        .required();
    verb.add_option(
            "-o,--output", options->output,
            "File to write: NDJSON if its name ends with .ndjson, MCAP with .mcap, else CSV "
            "(default: standard output)")
        .placeholder("FILE");
    verb.add_flag("--force", options->force, "Overwrite a file that is not empty");
    verb.add_option("--duration", options->duration_s, "End after that time (default: at Ctrl-C)")
        .placeholder("SECONDS")
        .check(check_positive);
    verb.add_option("--count", options->count, "End after that many records")
        .placeholder("N")
        .check(check_count);
    on_run(verb, context, [&context, options] { return record(context, *options); });
}

}  // namespace ddc::command
