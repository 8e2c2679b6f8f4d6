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

/// The content of a recording up to the first damage.
struct Content {
    std::map<std::string, Topic> topics;
    std::vector<std::string> attachments, metadata;
    std::uint64_t messages = 0, first_ns = 0, last_ns = 0;
    std::string problem;
};

constexpr std::uint64_t messages_per_update = 1024;

/// "12 %", or "4711 bytes" if the file is a pipe, which has no size.
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

/// @throws std::invalid_argument for a file that is not a recording, or not a supported one
Content read_content(const fs::path& file, StatusLine& status) {
    std::ifstream in = open_recording(file);
    Content content;
    bool is_recording = false;
    try {
        McapReader reader(in, file.string());
        is_recording = true;
        while (const auto item = reader.next()) {
            if (content.messages % messages_per_update == 0)
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
                              ": the file ends here; it was not closed, or was truncated";
    } catch (const McapError& error) {
        if (!is_recording || !error.is_damage()) throw std::invalid_argument(error.what());
        content.problem = error.what();
    }
    return content;
}

/// The file, or FILE.part if only that exists: the name of a recording whose process was killed.
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
      info_(command_.add_verb(
          "info", "List the content of a recording, and report whether it is complete")),
      repair_(command_.add_verb("repair", "Repair a recording that was not closed")) {
    Arguments& given = *given_;
    info_.add_file("FILE", given.file, "The recording").required();
    info_.set_footer(
        "Example:\n  ddc-gateway mcap info drive.mcap\n"
        "The exit code is 3 if the recording is incomplete or damaged.");
    repair_
        .add_file("FILE", given.file,
                  "The recording; if only FILE.part exists, left by a killed run, that file is "
                  "repaired and renamed")
        .required();
    repair_.add_file("--output", given.output,
                     "Write the repaired recording to this file, and do not change FILE");
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
    out << content.problem << "; repair it with `ddc-gateway mcap repair`\n";
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
        out << given_->file << ": is complete; nothing was changed\n";
        return exit_code::done;
    }
    // Without --output the file is replaced, when the repaired one is complete.
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
