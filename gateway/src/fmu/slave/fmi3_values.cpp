// SPDX-License-Identifier: MIT
#include "call.hpp"

#include "standard/fmi3.hpp"

#include <stdexcept>

namespace gateway::fmu::fmi3 {
namespace {

void check_arrays(const Reference* references, std::size_t count, const void* values,
                  std::size_t value_count) {
    check_array(references, count);
    check_array(values, count);
    if (count != value_count)
        throw std::invalid_argument("the numbers of references and values differ");
}

/// The enumerations of FMI 3.0 are read and set as Int64.
Type integer_type(const fmu::Instance& instance, Reference reference) {
    const auto& variables = instance.info().variables;
    const bool is_enumeration =
        reference < variables.size() && variables[reference].type == Type::enumeration;
    return is_enumeration ? Type::enumeration : Type::int64;
}

template <class T>
Status get(Instance handle, const char* function, Type type, const Reference* references,
           std::size_t count, T* values, std::size_t value_count) {
    return call(handle, readable, function, [&](fmu::Instance& instance) {
        check_arrays(references, count, values, value_count);
        instance.get<T>(type, references, count, values);
        return Status::ok;
    });
}

template <class T>
Status set(Instance handle, const char* function, Type type, const Reference* references,
           std::size_t count, const T* values, std::size_t value_count) {
    return call(handle, settable, function, [&](fmu::Instance& instance) {
        check_arrays(references, count, values, value_count);
        instance.set<T>(type, references, count, values);
        return Status::ok;
    });
}

}  // namespace

extern "C" {

Status fmi3GetFloat32(Instance handle, const Reference* references, std::size_t count,
                      float* values, std::size_t value_count) {
    return get(handle, __func__, Type::float32, references, count, values, value_count);
}

Status fmi3GetFloat64(Instance handle, const Reference* references, std::size_t count,
                      double* values, std::size_t value_count) {
    return get(handle, __func__, Type::float64, references, count, values, value_count);
}

Status fmi3GetInt8(Instance handle, const Reference* references, std::size_t count,
                   std::int8_t* values, std::size_t value_count) {
    return get(handle, __func__, Type::int8, references, count, values, value_count);
}

Status fmi3GetUInt8(Instance handle, const Reference* references, std::size_t count,
                    std::uint8_t* values, std::size_t value_count) {
    return get(handle, __func__, Type::uint8, references, count, values, value_count);
}

Status fmi3GetInt16(Instance handle, const Reference* references, std::size_t count,
                    std::int16_t* values, std::size_t value_count) {
    return get(handle, __func__, Type::int16, references, count, values, value_count);
}

Status fmi3GetUInt16(Instance handle, const Reference* references, std::size_t count,
                     std::uint16_t* values, std::size_t value_count) {
    return get(handle, __func__, Type::uint16, references, count, values, value_count);
}

Status fmi3GetInt32(Instance handle, const Reference* references, std::size_t count,
                    std::int32_t* values, std::size_t value_count) {
    return get(handle, __func__, Type::int32, references, count, values, value_count);
}

Status fmi3GetUInt32(Instance handle, const Reference* references, std::size_t count,
                     std::uint32_t* values, std::size_t value_count) {
    return get(handle, __func__, Type::uint32, references, count, values, value_count);
}

Status fmi3GetUInt64(Instance handle, const Reference* references, std::size_t count,
                     std::uint64_t* values, std::size_t value_count) {
    return get(handle, __func__, Type::uint64, references, count, values, value_count);
}

Status fmi3GetBoolean(Instance handle, const Reference* references, std::size_t count, bool* values,
                      std::size_t value_count) {
    return get(handle, __func__, Type::boolean, references, count, values, value_count);
}

Status fmi3GetInt64(Instance handle, const Reference* references, std::size_t count,
                    std::int64_t* values, std::size_t value_count) {
    return call(handle, readable, __func__, [&](fmu::Instance& instance) {
        check_arrays(references, count, values, value_count);
        for (std::size_t i = 0; i < count; ++i)
            instance.get<std::int64_t>(integer_type(instance, references[i]), references + i, 1,
                                       values + i);
        return Status::ok;
    });
}

Status fmi3GetString(Instance handle, const Reference* references, std::size_t count,
                     String* values, std::size_t value_count) {
    return call(handle, readable, __func__, [&](fmu::Instance& instance) {
        check_arrays(references, count, values, value_count);
        instance.get_texts(references, count, values);
        return Status::ok;
    });
}

Status fmi3SetFloat32(Instance handle, const Reference* references, std::size_t count,
                      const float* values, std::size_t value_count) {
    return set(handle, __func__, Type::float32, references, count, values, value_count);
}

Status fmi3SetFloat64(Instance handle, const Reference* references, std::size_t count,
                      const double* values, std::size_t value_count) {
    return set(handle, __func__, Type::float64, references, count, values, value_count);
}

Status fmi3SetInt8(Instance handle, const Reference* references, std::size_t count,
                   const std::int8_t* values, std::size_t value_count) {
    return set(handle, __func__, Type::int8, references, count, values, value_count);
}

Status fmi3SetUInt8(Instance handle, const Reference* references, std::size_t count,
                    const std::uint8_t* values, std::size_t value_count) {
    return set(handle, __func__, Type::uint8, references, count, values, value_count);
}

Status fmi3SetInt16(Instance handle, const Reference* references, std::size_t count,
                    const std::int16_t* values, std::size_t value_count) {
    return set(handle, __func__, Type::int16, references, count, values, value_count);
}

Status fmi3SetUInt16(Instance handle, const Reference* references, std::size_t count,
                     const std::uint16_t* values, std::size_t value_count) {
    return set(handle, __func__, Type::uint16, references, count, values, value_count);
}

Status fmi3SetInt32(Instance handle, const Reference* references, std::size_t count,
                    const std::int32_t* values, std::size_t value_count) {
    return set(handle, __func__, Type::int32, references, count, values, value_count);
}

Status fmi3SetUInt32(Instance handle, const Reference* references, std::size_t count,
                     const std::uint32_t* values, std::size_t value_count) {
    return set(handle, __func__, Type::uint32, references, count, values, value_count);
}

Status fmi3SetUInt64(Instance handle, const Reference* references, std::size_t count,
                     const std::uint64_t* values, std::size_t value_count) {
    return set(handle, __func__, Type::uint64, references, count, values, value_count);
}

Status fmi3SetBoolean(Instance handle, const Reference* references, std::size_t count,
                      const bool* values, std::size_t value_count) {
    return set(handle, __func__, Type::boolean, references, count, values, value_count);
}

Status fmi3SetInt64(Instance handle, const Reference* references, std::size_t count,
                    const std::int64_t* values, std::size_t value_count) {
    return call(handle, settable, __func__, [&](fmu::Instance& instance) {
        check_arrays(references, count, values, value_count);
        for (std::size_t i = 0; i < count; ++i)
            instance.set<std::int64_t>(integer_type(instance, references[i]), references + i, 1,
                                       values + i);
        return Status::ok;
    });
}

Status fmi3SetString(Instance handle, const Reference* references, std::size_t count,
                     const String* values, std::size_t value_count) {
    return call(handle, settable, __func__, [&](fmu::Instance& instance) {
        check_arrays(references, count, values, value_count);
        instance.set_texts(references, count, values);
        return Status::ok;
    });
}

}  // extern "C"

}  // namespace gateway::fmu::fmi3
