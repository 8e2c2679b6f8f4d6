// SPDX-License-Identifier: MIT
#include "raw_type.hpp"

#include <cstring>

namespace gateway::dds {
namespace {

/// Initial size; endpoints allocate more for larger samples.
constexpr std::uint32_t usual_size = 256;

}  // namespace

RawType::RawType(const std::string& name) {
    setName(name.c_str());
    m_typeSize = usual_size;
    m_isGetKeyDefined = false;
    auto_fill_type_object(false);
    auto_fill_type_information(false);
}

bool RawType::serialize(void* data, Payload* payload) {
    const Sample& sample = *static_cast<const Sample*>(data);
    if (sample.size() > payload->max_size) return false;
    std::memcpy(payload->data, sample.data(), sample.size());
    payload->length = static_cast<std::uint32_t>(sample.size());
    payload->encapsulation = CDR_LE;
    return true;
}

bool RawType::deserialize(Payload* payload, void* data) {
    const auto* first = reinterpret_cast<const std::byte*>(payload->data);
    static_cast<Sample*>(data)->assign(first, first + payload->length);
    return true;
}

std::function<std::uint32_t()> RawType::getSerializedSizeProvider(void* data) {
    const Sample& sample = *static_cast<const Sample*>(data);
    return [&sample] { return static_cast<std::uint32_t>(sample.size()); };
}

void* RawType::createData() {
    return new Sample;
}

void RawType::deleteData(void* data) {
    delete static_cast<Sample*>(data);
}

bool RawType::getKey(void* /*data*/, Key* /*key*/, bool /*forces_md5*/) {
    return false;
}

}  // namespace gateway::dds
