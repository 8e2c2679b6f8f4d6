// SPDX-License-Identifier: MIT
#include "changes.hpp"
#include "consent.hpp"
#include "context.hpp"
#include "interrupt.hpp"
#include "literal.hpp"
#include "option_checks.hpp"
#include "recording.hpp"
#include "show.hpp"
#include "verbs.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <istream>
#include <set>
#include <streambuf>
#include <string>
#include <vector>

namespace ddc::command {
namespace {

/// A file descriptor for a std::istream that ends where the file does, or when Ctrl-C comes.
class InputBuffer : public std::streambuf {
  public:
    InputBuffer(int fd, const Interrupt& interrupt);

  protected:
    int_type underflow() override;

  private:
    int fd_;
    const Interrupt& interrupt_;
    std::vector<char> bytes_;
};

/// A file that is read from its beginning; `-` is standard input.
class InputFile {
  public:
    /// @throws Failure
    InputFile(const std::string& path, const Interrupt& interrupt);
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    std::istream& stream() noexcept { return stream_; }

  private:
    int fd_;
    InputBuffer buffer_;
    std::istream stream_;
};

int open_for_reading(const std::string& path) {
    if (path == "-") return ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    return ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

int require_open(const std::string& path) {
    const int fd = open_for_reading(path);
    if (fd < 0) throw Failure(path + " cannot be read: " + std::strerror(errno));
    struct stat status {};
    if (::fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
        ::close(fd);
        throw Failure(path + " cannot be read: " + std::strerror(EISDIR));
    }
    return fd;
}

InputBuffer::InputBuffer(int fd, const Interrupt& interrupt)
    : fd_(fd), interrupt_(interrupt), bytes_(65536) {}

InputBuffer::int_type InputBuffer::underflow() {
    constexpr int interval_ms = 100;  // a signal that comes just before the wait is seen then
    while (!interrupt_.happened()) {
        pollfd input{fd_, POLLIN, 0};
        if (::poll(&input, 1, interval_ms) <= 0) continue;
        const ssize_t count = ::read(fd_, bytes_.data(), bytes_.size());
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count <= 0) break;
        setg(bytes_.data(), bytes_.data(), bytes_.data() + count);
        return traits_type::to_int_type(*gptr());
    }
    return traits_type::eof();
}

InputFile::InputFile(const std::string& path, const Interrupt& interrupt)
    : fd_(require_open(path)), buffer_(fd_, interrupt), stream_(&buffer_) {}

InputFile::~InputFile() {
    ::close(fd_);
}

struct PlayOptions {
    std::string file;
    double rate = 1;
    bool loop = false;
    bool yes = false;
};

/// Changes with the same recorded time, which are written together.
using Batch = std::vector<RecordedChange>;

class Player {
  public:
    Player(Table& table, double rate) : table_(table), rate_(rate) {}

    /// Plays a recording once. @return false if Ctrl-C ended it
    bool play(ChangeReader& reader, const Interrupt& interrupt) {
        const Deadline start = Clock::now();
        auto change = next_or_end(reader);
        const double first_s = change ? change->time_s : 0;
        while (change) {
            Batch batch;
            std::set<Id> ids;
            const double time_s = change->time_s;
            while (change && change->time_s == time_s && ids.insert(change->id).second) {
                batch.push_back(std::move(*change));
                change = next_or_end(reader);
            }
            if (!rest_until(start + at_rate(time_s - first_s), interrupt)) return false;
            write(batch);
        }
        return true;
    }

    std::uint64_t written() const noexcept { return written_; }
    /// The recording is truncated.
    bool cut_off() const noexcept { return cut_off_; }

  private:
    std::optional<RecordedChange> next_or_end(ChangeReader& reader) {
        try {
            return reader.next();
        } catch (const RecordingError& error) {
            if (!error.cut_off) throw;
            cut_off_ = true;
            return std::nullopt;
        }
    }

    Clock::duration at_rate(double recorded_s) const {
        constexpr double longest_s = 1e9;
        return std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(std::clamp(recorded_s / rate_, 0.0, longest_s)));
    }

    static bool rest_until(Deadline time, const Interrupt& interrupt) {
        while (!interrupt.happened()) {
            const auto left = time - Clock::now();
            if (left.count() <= 0) return true;
            const auto nanoseconds =
                std::min<std::chrono::nanoseconds>(left, std::chrono::milliseconds(100));
            timespec rest{0, static_cast<long>(nanoseconds.count())};
            ::ppoll(nullptr, 0, &rest, nullptr);
        }
        return false;
    }

    static void add(Group& group, const RecordedChange& change) {
        std::visit(
            [&](const auto& value) {
                if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
                    group.add(change.id, Type::no_data);
                else
                    group.set(group.add(change.id, static_cast<Type>(change.value.index())), value);
            },
            change.value);
    }

    void write(const Batch& batch) {
        Group group;
        for (const RecordedChange& change : batch) add(group, change);
        const Status status = table_.write(group);
        if (status != Status::ok)
            throw Failure(table_.explain(status) + " (entries " + hex(group.first()) + " to " +
                          hex(group.last()) + ")");
        written_ += batch.size();
    }

    Table& table_;
    double rate_;
    std::uint64_t written_ = 0;
    bool cut_off_ = false;
};

/// @return false if the recording is not to be played again
bool play_once(Player& player, const PlayOptions& options, const Interrupt& interrupt) {
    InputFile file(options.file, interrupt);
    try {
        const auto reader = create_change_reader(file.stream(), options.file);
        return player.play(*reader, interrupt) && options.loop && player.written() > 0;
    } catch (const RecordingError&) {
        if (!interrupt.happened()) throw;  // after Ctrl-C the recording ends here
        return false;
    }
}

int play(const Context& context, const PlayOptions& options) {
    Table table = open_for_writing(context);
    require_consent(context, table, options.yes);
    if (options.loop && options.file == "-")
        throw UsageError("standard input can be played only once: name a file, or omit --loop");
    const Interrupt interrupt;
    Player player(table, options.rate);
    while (play_once(player, options, interrupt)) {
    }
    context.err << "ddc: " << player.written() << " records played\n";
    if (!player.cut_off() || interrupt.happened()) return exit_ok;
    context.err << "ddc: " << options.file << " is truncated; it was played up to its end\n";
    return exit_degraded;
}

}  // namespace

void add_play(CommandLine& line, Context& context) {
    Verb verb = add_verb(
        line,
        {"play",
         "Write a recording into a table.",
         "Repeats the recorded writes; no program is started and no vehicle is driven.\n"
         "Changes are written at the recorded pace; those of one instant are written together.\n"
         "If the table is in use, a confirmation on the terminal or --yes is required.",
         {"ddc play run.csv", "ddc play run.mcap --rate 0.1 --yes", "ddc play commands.csv --loop",
          "ddc play - < run.csv"}});
    auto options = std::make_shared<PlayOptions>();
    verb.add_option("file", options->file, "A recording of ddc record; - is standard input")
        .required();
    verb.add_option("--rate", options->rate, "Speed: 2 is twice as fast (default: 1)")
        .placeholder("FACTOR")
        .check(check_positive);
    verb.add_flag("--loop", options->loop, "Repeat the recording until Ctrl-C");
    add_yes(verb, options->yes);
    on_run(verb, context, [&context, options] { return play(context, *options); });
}

}  // namespace ddc::command
