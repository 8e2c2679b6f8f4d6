// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

/// One frame of zstd, which holds a whole chunk.
namespace ddc::recording {

class ZstdPacker {
  public:
    ZstdPacker();
    ~ZstdPacker();
    /// Puts the frame in the place of what `out` held. @throws std::runtime_error without memory
    void pack(std::string_view bytes, std::string& out);

  private:
    struct Context;
    std::unique_ptr<Context> context_;
};

/// Takes no more memory than comes out of the frame.
/// @return what is wrong with the frame, or null if `out` is `size` bytes that were in it
const char* unpack_zstd(std::string_view frame, std::size_t size, std::string& out);

}  // namespace ddc::recording
