// SPDX-License-Identifier: MIT
#include "mcap_command.hpp"

#include "line/gateway_line.hpp"

#include <gateway/base/exit_code.hpp>
#include "config/common/named_files.hpp"
#include "output/output_file.hpp"
#include "output/status_line.hpp"

#include <ddc/interface/visible.hpp>
#include <ddc/recording/mcap_repair.hpp>

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <stdexcept>
#include <system_error>

namespace gateway {
namespace {

namespace fs = std::filesystem;
using namespace ddc::recording;
using ddc::interface::visible;

struct Topic {
    std::string type;
    std::uint64_t messages = 0;
};

/// What a recording holds, as far as it can be read.
struct Content {
    std::map<std::string, Topic> topics;
    std::vector<std::string> attachments, metadata;
    std::uint64_t messages = 0, first_ns = 0, last_ns = 0;
    std::string problem;
};

constexpr std::uint64_t messages_between_looks = 1024;

/// "12 %"; of a pipe, which has no size, "4711 bytes".
std::string share_of(std::uint64_t bytes, const fs::path& file) {
    std::error_code error;
    const std::uintmax_t size = fs::file_size(file, error);
    if (error || size == 0) return std::to_string(bytes) + " bytes";
    return percent(std::min(1.0, static_cast<double>(bytes) / static_cast<double>(size)));
}

/// @throws std::invalid_argument
std::ifstream open_recording(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in || fs::is_directory(file))
        throw std::invalid_argument(
            file.string() + ": cannot be read: " +
            std::generic_category().message(fs::is_directory(file) ? EISDIR : errno));
    return in;
}

void add(const McapReader& reader, const McapMessage& message, Content& content) {
    const McapChannel& channel = reader.channel(message.channel);
    Topic& topic = content.topics[channel.topic];
    const McapSchema* schema = reader.schema(channel.schema);
    topic.type = schema != nullptr ? schema->name : channel.encoding;
    ++topic.messages;
    if (content.messages++ == 0) content.first_ns = content.last_ns = message.log_time_ns;
    content.first_ns = std::min(content.first_ns, message.log_time_ns);
    content.last_ns = std::max(content.last_ns, message.log_time_ns);
}

/// @throws std::invalid_argument for what is no recording, or one that is not read here
Content read_content(const fs::path& file, StatusLine& status) {
    std::ifstream in = open_recording(file);
    Content content;
    bool has_begun = false;
    try {
        McapReader reader(in, file.string());
        has_begun = true;
        while (const auto item = reader.next()) {
            if (content.messages % messages_between_looks == 0)
                status.look([&] { return share_of(reader.good_bytes(), file) + " read"; });
            if (const auto* message = std::get_if<McapMessage>(&*item))
                add(reader, *message, content);
            else if (const auto* attachment = std::get_if<McapAttachment>(&*item))
                content.attachments.push_back(attachment->name);
            else
                content.metadata.push_back(std::get<McapMetadata>(*item).name);
        }
        if (reader.is_cut())
            content.problem = file.string() + ": byte " + std::to_string(reader.good_bytes()) +
                              ": the file was not closed, or is cut here";
    } catch (const McapError& error) {
        if (!has_begun || !error.is_damage()) throw std::invalid_argument(error.what());
        content.problem = error.what();
    }
    return content;
}

/// A recording whose process was killed has grown under another name.
fs::path grown_as(const fs::path& file) {
    const fs::path part = OutputFile::newest_part_of(file);
    return !fs::exists(file) && fs::exists(part) ? part : file;
}

/// @throws std::runtime_error
McapRepair repair_into(const fs::path& from, const fs::path& to, StatusLine& status) {
    std::ifstream in = open_recording(from);
    OutputFile file(to);
    std::uint64_t written = 0;
    const McapRepair done = repair_mcap(in, from.string(), [&](std::string_view piece) {
        file.stream().write(piece.data(), static_cast<std::streamsize>(piece.size()));
        written += piece.size();
        status.look([&] { return share_of(written, from) + " repaired"; });
    });
    file.close();
    return done;
}

}  // namespace

struct McapCommand::Arguments {
    std::string file, output;
};

McapCommand::McapCommand(ddc::command::CommandLine& line)
    : given_(std::make_unique<Arguments>()),
      command_(add_known_verb(line, "mcap")),
      info_(command_.add_verb("info", "Tell what a recording holds, and whether it is whole")),
      repair_(command_.add_verb("repair", "Make a recording whole that was not closed")) {
    Arguments& given = *given_;
    info_.add_file("FILE", given.file, "The recording").required();
    info_.set_footer(
        "Example:\n  ddc-gateway mcap info drive.mcap\n"
        "The exit code is 3 if the recording is not whole.");
    repair_
        .add_file("FILE", given.file,
                  "The recording; if there is only FILE.part, as a run leaves it that was killed, "
                  "that one")
        .required();
    repair_.add_file("--output", given.output,
                     "Write the whole recording to this file, and leave FILE as it is");
    repair_.set_footer("Example:\n  ddc-gateway mcap repair drive.mcap");
    command_.set_footer(
        "Examples:\n  ddc-gateway mcap info drive.mcap\n  ddc-gateway mcap repair drive.mcap");
}

McapCommand::~McapCommand() = default;

bool McapCommand::is_given() const {
    return command_.is_given();
}

int McapCommand::run(std::ostream& out, std::ostream& err) const {
    StatusLine status(err);
    if (info_.is_given()) return info(out, status);
    if (repair_.is_given()) return repair(out, status);
    throw std::invalid_argument("mcap: needs one of info, repair; see ddc-gateway mcap --help");
}

int McapCommand::info(std::ostream& out, StatusLine& status) const {
    const Content content = read_content(given_->file, status);
    status.clear();
    out << fmt::format("{} messages from {:.3f} to {:.3f} s\n", content.messages,
                       1e-9 * static_cast<double>(content.first_ns),
                       1e-9 * static_cast<double>(content.last_ns));
    for (const auto& [name, topic] : content.topics)
        out << fmt::format("{:9} {} ({})\n", topic.messages, visible(name), visible(topic.type));
    for (const std::string& name : content.attachments)
        out << "attachment " << visible(name) << '\n';
    for (const std::string& name : content.metadata) out << "metadata " << visible(name) << '\n';
    if (content.problem.empty()) return exit_code::done;
    out << content.problem << "; `ddc-gateway mcap repair` makes it whole\n";
    return exit_code::degraded;
}

int McapCommand::repair(std::ostream& out, StatusLine& status) const {
    const fs::path from = grown_as(given_->file);
    const std::string problem =
        overwriting({{"--output", given_->output}}, {{"FILE", from}, {"FILE", given_->file}});
    if (!problem.empty()) throw std::invalid_argument(problem);
    const Content content = read_content(from, status);
    status.clear();
    if (content.problem.empty() && given_->output.empty() && from == given_->file) {
        out << given_->file << ": is whole; nothing was changed\n";
        return exit_code::done;
    }
    // In place, but by another name until it is whole.
    const std::string to = given_->output.empty() ? given_->file + ".repaired" : given_->output;
    const McapRepair done = repair_into(from, to, status);
    status.clear();
    const auto size = fs::file_size(from);
    if (given_->output.empty()) {
        fs::rename(to, given_->file);
        if (from != given_->file) fs::remove(from);
    }
    out << fmt::format("{}: {} messages kept, {} of {} bytes dropped\n",
                       given_->output.empty() ? given_->file : given_->output, done.messages,
                       size - std::min<std::uint64_t>(size, done.good_bytes), size);
    if (!done.problem.empty()) out << done.problem << '\n';
    return exit_code::done;
}

}  // namespace gateway
