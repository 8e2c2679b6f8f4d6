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

/// A file that a command writes. It is written as FILE.part and renamed when it is finished, at
/// every end of the command except a kill. If nothing was written, an existing FILE is kept. An
/// existing FILE.part with content is kept too; then FILE.2.part is written, and so on. A file that
/// exists and is not regular (a FIFO, a device), and standard output or error, is written in place.
class OutputFile {
  public:
    /// Creates missing folders and opens the file; does not wait for the reader of a FIFO.
    /// @throws std::runtime_error "FILE: cannot be written: reason"
    explicit OutputFile(const std::filesystem::path& file);
    /// Calls finish().
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// As given to the constructor.
    const std::string& name() const { return name_; }
    /// Its path until it is finished; empty if it is written in place.
    std::string grows_as() const { return part_.string(); }

    /// Blocks until the disk has accepted the text. After an error nothing more is written, and a
    /// regular file ends with the last text that was written completely. @return 0, or errno
    [[nodiscard]] int write(std::string_view text) noexcept;
    /// Renames the file to its name. @return 0, or the errno of this or of a write
    [[nodiscard]] int finish() noexcept;

    /// Buffers small pieces of text.
    std::ostream& stream() { return stream_; }
    /// Flushes stream(), then calls finish().
    /// @throws std::runtime_error "FILE: could not be written in full: reason"
    void close();

    /// Whether the file exists and would be written in place. Also true for a folder.
    static bool is_in_place(const std::filesystem::path& file);
    /// The path FILE.part, with links followed.
    static std::filesystem::path part_of(const std::filesystem::path& file);
    /// The file of FILE.part, FILE.2.part and so on that was written last.
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

/// Writes and finishes a file within a time limit.
/// @return the error ("FILE: could not be written in full: reason"), or an empty text
std::string write_within(std::chrono::milliseconds limit, std::shared_ptr<OutputFile> file,
                         std::string text);

}  // namespace gateway
