// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gateway::data_port {

/// Puts the chunks of a body together (RFC 9112, 7.1), however their bytes are cut. It keeps the
/// body alone. Extensions of chunks and trailers are refused, since nothing here has a use for
/// them.
class ChunkedBody {
  public:
    enum class Progress { more, complete, malformed, has_extension, has_trailer, too_long };

    /// @param most_bytes of the body
    explicit ChunkedBody(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    /// Takes what belongs to the body.
    /// @return how many bytes that were; all of them as long as there is more to come
    std::size_t take(std::string_view bytes);
    Progress progress() const noexcept { return progress_; }
    /// What there is of it.
    std::string& text() noexcept { return text_; }

  private:
    enum class Place { size, size_end, data, data_cr, data_lf, end_cr, end_lf };

    void take_one(char c);
    void take_size(char c);
    void begin_chunk();
    void expect(char wanted, char c, Place next);

    std::size_t most_bytes_;
    Progress progress_ = Progress::more;
    Place place_ = Place::size;
    int digits_ = 0;
    std::uint64_t left_ = 0;  ///< of the chunk
    std::string text_;
};

}  // namespace gateway::data_port
