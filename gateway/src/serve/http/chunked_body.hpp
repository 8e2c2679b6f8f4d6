// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gateway::data_port {

/// Joins the chunks of a body (RFC 9112, 7.1), with any division of their bytes. Chunk extensions
/// and trailers are rejected.
class ChunkedBody {
  public:
    enum class Progress { more, complete, malformed, has_extension, has_trailer, too_long };

    /// @param most_bytes limit of the body's length
    explicit ChunkedBody(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    /// Reads the bytes that belong to the body.
    /// @return the number of bytes read; all of them while the body is incomplete
    std::size_t parse(std::string_view bytes);
    Progress progress() const noexcept { return progress_; }
    /// The part of the body that has been read.
    std::string& text() noexcept { return text_; }

  private:
    enum class Place { size, size_end, data, data_cr, data_lf, end_cr, end_lf };

    void parse_byte(char c);
    void parse_size_digit(char c);
    void begin_chunk();
    void expect(char wanted, char c, Place next);

    std::size_t most_bytes_;
    Progress progress_ = Progress::more;
    Place place_ = Place::size;
    int digits_ = 0;
    std::uint64_t left_ = 0;  ///< bytes of the chunk that are not read yet
    std::string text_;
};

}  // namespace gateway::data_port
