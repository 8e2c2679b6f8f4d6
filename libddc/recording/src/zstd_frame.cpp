// SPDX-License-Identifier: MIT
#include "zstd_frame.hpp"

#include <zstd.h>

#include <algorithm>
#include <stdexcept>

namespace ddc::recording {
namespace {

/// For the messages of a run, level 1 gives 5 % fewer bytes and takes 50 % longer.
constexpr int level = -3;
/// Size of the hash table. The level's default of 13 exceeds the nearest cache: it gives 2 % fewer
/// bytes and takes 25 % longer.
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
        if (out.size() > size) return "it has more bytes than its header says";
        if (left != 0 && output.pos < output.size && input.pos == input.size)
            return "its frame is incomplete";
    }
    if (input.pos != input.size) return "there are bytes after its frame";
    return out.size() == size ? nullptr : "it has fewer bytes than its header says";
}

}  // namespace ddc::recording
