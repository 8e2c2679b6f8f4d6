// SPDX-License-Identifier: MIT
#include <ddc/recording/mcap_repair.hpp>

#include <map>
#include <utility>

namespace ddc::recording {
namespace {

/// Size of chunks for messages that are in no chunk.
constexpr std::size_t most_chunk_size = std::size_t{16} << 20U;

/// Copies from a reader to a writer, which assigns new ids.
class Copier {
  public:
    Copier(McapReader& from, McapWriter::Sink sink)
        : from_(from), to_(std::move(sink), options(from)) {}

    /// @return number of messages
    std::uint64_t copy_next(const McapReader::Item& item) {
        if (from_.chunks() != chunks_) to_.flush();
        chunks_ = from_.chunks();
        if (const auto* message = std::get_if<McapMessage>(&item)) {
            add_channels();
            McapMessage copy = *message;
            copy.channel = channels_.at(message->channel);
            to_.write(copy);
            return 1;
        }
        if (const auto* attachment = std::get_if<McapAttachment>(&item)) to_.write(*attachment);
        if (const auto* metadata = std::get_if<McapMetadata>(&item)) to_.write(*metadata);
        return 0;
    }
    void close() { to_.close(); }

  private:
    /// Each chunk ends at the same message as in the file.
    static McapWriterOptions options(const McapReader& from) {
        McapWriterOptions options;
        options.header = from.header();
        options.chunk_size = most_chunk_size;
        return options;
    }
    /// Keeps the ids if the file counts them from 1 on.
    void add_channels() {
        if (from_.channels().size() == channels_.size()) return;
        for (const auto& [old, channel] : from_.channels()) {
            if (channels_.count(old) != 0) continue;
            McapChannel copy = channel;
            if (copy.schema != 0) copy.schema = schema(copy.schema);
            channels_[old] = to_.add_channel(std::move(copy));
        }
    }
    McapId schema(McapId old) {
        const auto found = schemas_.find(old);
        if (found != schemas_.end()) return found->second;
        return schemas_[old] = to_.add_schema(*from_.schema(old));
    }

    McapReader& from_;
    McapWriter to_;
    std::map<McapId, McapId> schemas_, channels_;
    std::uint64_t chunks_ = 0;
};

}  // namespace

McapRepair repair_mcap(std::istream& in, const std::string& file_name, McapWriter::Sink sink) {
    McapReader reader(in, file_name);
    Copier copier(reader, std::move(sink));
    McapRepair done;
    try {
        while (const auto item = reader.next()) done.messages += copier.copy_next(*item);
        done.good_bytes = reader.good_bytes();
        if (reader.is_cut())
            done.problem =
                file_name + ": byte " + std::to_string(done.good_bytes) + ": truncated record";
    } catch (const McapError& error) {
        if (!error.is_damage()) throw;
        done.good_bytes = error.offset();
        done.problem = error.what();
    }
    copier.close();
    return done;
}

}  // namespace ddc::recording
