// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace gateway {

/// A file that a command writes. It grows as FILE.part and gets its name when it is finished, at
/// every end of the command but a violent one; if nothing was written, what was there before stays.
/// A FILE.part that holds something stays as well: then it grows as FILE.2.part, and so on.
/// What exists and is no regular file (a FIFO, a device), and what is our standard output or error,
/// is written in place.
class OutputFile {
  public:
    /// Makes missing directories and opens the file; waits for no reader of a FIFO.
    /// @throws std::runtime_error "FILE: cannot be written: reason"
    explicit OutputFile(const std::filesystem::path& file);
    /// Finishes it.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// As it was asked for.
    const std::string& name() const { return name_; }
    /// What it is called meanwhile; empty if it is written in place.
    std::string grows_as() const { return part_.string(); }

    /// Blocks as long as the disk does. After an error nothing more is written; a regular file then
    /// ends with the last text that was written in full. @return 0, or errno
    [[nodiscard]] int write(std::string_view text) noexcept;
    /// Gives it its name. @return 0, or the errno of this or of any write
    [[nodiscard]] int finish() noexcept;

    /// For text that comes in small parts.
    std::ostream& stream() { return stream_; }
    /// What stream() was given, then finish().
    /// @throws std::runtime_error "FILE: could not be written in full: reason"
    void close();

    /// Whether there is such a file, which is written in place. A folder counts too.
    static bool is_in_place(const std::filesystem::path& file);
    /// What a file grows as where nothing was left, wherever links lead.
    static std::filesystem::path part_of(const std::filesystem::path& file);
    /// Of FILE.part, FILE.2.part and so on the one that was written last.
    static std::filesystem::path newest_part_of(const std::filesystem::path& file);

  private:
    class Buffer : public std::streambuf {
      public:
        explicit Buffer(OutputFile& file) : file_(file) {}

      private:
        std::streamsize xsputn(const char* text, std::streamsize size) override;
        int_type overflow(int_type letter) override;
        int sync() override;
        bool add(std::string_view text);

        OutputFile& file_;
        std::string text_;
    };

    void open_in_place();
    void open_part();
    int ready() noexcept;
    [[noreturn]] void fail(int error) const;

    std::string name_;
    std::filesystem::path target_, part_;
    int descriptor_ = -1;
    int error_ = 0;
    bool is_finished_ = false;
    std::size_t size_ = 0;
    Buffer buffer_{*this};
    std::ostream stream_{&buffer_};
};

/// Writes and finishes a file, but waits no longer than that for its disk.
/// @return what went wrong ("FILE: could not be written in full: reason"), or nothing
std::string write_within(std::chrono::milliseconds limit, std::shared_ptr<OutputFile> file,
                         std::string text);

}  // namespace gateway
