// SPDX-License-Identifier: MIT
#include "zstd_frame.hpp"

#include <zstd.h>

#include <algorithm>
#include <stdexcept>

namespace ddc::recording {
namespace {

/// Of a run's messages level 1 makes 5 % fewer bytes and takes half as long again.
constexpr int level = -3;
/// Of the table of what was seen: with the level's own 13 it is not in the nearest cache, which
/// makes 2 % fewer bytes and takes a quarter longer.
constexpr int hash_log = 10;
constexpr std::size_t step = std::size_t{1} << 20U;

struct FreeDecompressor {
    void operator()(ZSTD_DCtx* context) const { ::ZSTD_freeDCtx(context); }
};

}  // namespace

struct ZstdPacker::Context {
    Context() : of(::ZSTD_createCCtx()) {
        if (of == nullptr) throw std::bad_alloc();
        ::ZSTD_CCtx_setParameter(of, ZSTD_c_compressionLevel, level);
        ::ZSTD_CCtx_setParameter(of, ZSTD_c_hashLog, hash_log);
    }
    ~Context() { ::ZSTD_freeCCtx(of); }

    ZSTD_CCtx* of;
};

ZstdPacker::ZstdPacker() : context_(std::make_unique<Context>()) {}
ZstdPacker::~ZstdPacker() = default;

std::string_view ZstdPacker::pack(std::string_view bytes) {
    frame_.resize(std::max(frame_.size(), ::ZSTD_compressBound(bytes.size())));
    const std::size_t size =
        ::ZSTD_compress2(context_->of, frame_.data(), frame_.size(), bytes.data(), bytes.size());
    if (::ZSTD_isError(size) != 0)
        throw std::runtime_error(std::string("zstd: ") + ::ZSTD_getErrorName(size));
    return std::string_view(frame_).substr(0, size);
}

const char* unpack_zstd(std::string_view frame, std::size_t size, std::string& out) {
    const std::unique_ptr<ZSTD_DCtx, FreeDecompressor> context(::ZSTD_createDCtx());
    if (!context) throw std::bad_alloc();
    ZSTD_inBuffer input{frame.data(), frame.size(), 0};
    out.clear();
    for (std::size_t left = 1; left != 0;) {
        const std::size_t done = out.size();
        out.resize(done + std::min(step, size + 1 - done));
        ZSTD_outBuffer output{out.data() + done, out.size() - done, 0};
        left = ::ZSTD_decompressStream(context.get(), &output, &input);
        out.resize(done + output.pos);
        if (::ZSTD_isError(left) != 0) return ::ZSTD_getErrorName(left);
        if (out.size() > size) return "more came out than it says";
        if (left != 0 && output.pos < output.size && input.pos == input.size)
            return "its frame is not whole";
    }
    if (input.pos != input.size) return "there is something behind its frame";
    return out.size() == size ? nullptr : "less came out than it says";
}

}  // namespace ddc::recording
