// SPDX-License-Identifier: MIT
#include "c_api.hpp"

#include <cstring>

namespace ddc::c_api {
namespace {

/// DDC_OK if the group has an entry of that type at `index`.
int check(const ddc_group* group, std::size_t index, Type type) noexcept {
    if (group == nullptr) return DDC_INVALID;
    if (index >= group->group.size()) return DDC_OUT_OF_RANGE;
    return group->group.item(index).type == type ? DDC_OK : DDC_WRONG_TYPE;
}

template <class T>
int set(ddc_group* group, std::size_t index, Type type, T value) noexcept {
    const int status = check(group, index, type);
    if (status == DDC_OK) group->group.set(index, value);
    return status;
}

template <class T, class Get>
int get(const ddc_group* group, std::size_t index, Type type, T* value, Get get) noexcept {
    if (value == nullptr) return DDC_INVALID;
    const int status = check(group, index, type);
    if (status == DDC_OK) *value = get(group->group);
    return status;
}

}  // namespace
}  // namespace ddc::c_api

using namespace ddc::c_api;
using ddc::Type;

extern "C" {

int ddc_group_new(ddc_group** group) {
    if (group == nullptr) return DDC_INVALID;
    return guarded([&] {
        *group = new ddc_group;
        return static_cast<int>(DDC_OK);
    });
}
void ddc_group_free(ddc_group* group) {
    delete group;
}

int ddc_group_add(ddc_group* group, int32_t id, ddc_type type, size_t* index) {
    if (group == nullptr || type < DDC_TYPE_BOOL || type > DDC_TYPE_STRING) return DDC_INVALID;
    return guarded([&] {
        const size_t added = group->group.add(id, static_cast<Type>(type));
        if (index != nullptr) *index = added;
        return static_cast<int>(DDC_OK);
    });
}

size_t ddc_group_size(const ddc_group* group) {
    return group != nullptr ? group->group.size() : 0;
}

int ddc_group_set_bool(ddc_group* group, size_t index, bool value) {
    return set(group, index, Type::boolean, value);
}
int ddc_group_set_int32(ddc_group* group, size_t index, int32_t value) {
    return set(group, index, Type::int32, value);
}
int ddc_group_set_double(ddc_group* group, size_t index, double value) {
    return set(group, index, Type::real64, value);
}
int ddc_group_set_string(ddc_group* group, size_t index, const char* text) {
    if (text == nullptr) return DDC_INVALID;
    if (std::strlen(text) > ddc::max_string_length) return DDC_TOO_LONG;
    const int status = check(group, index, Type::string);
    if (status != DDC_OK) return status;
    return guarded([&] {
        group->group.set(index, std::string(text));
        return static_cast<int>(DDC_OK);
    });
}

int ddc_group_get_bool(const ddc_group* group, size_t index, bool* value) {
    return get(group, index, Type::boolean, value,
               [index](const ddc::Group& from) { return from.boolean(index); });
}
int ddc_group_get_int32(const ddc_group* group, size_t index, int32_t* value) {
    return get(group, index, Type::int32, value,
               [index](const ddc::Group& from) { return from.int32(index); });
}
int ddc_group_get_double(const ddc_group* group, size_t index, double* value) {
    return get(group, index, Type::real64, value,
               [index](const ddc::Group& from) { return from.real64(index); });
}
int ddc_group_get_string(const ddc_group* group, size_t index, const char** text) {
    return get(group, index, Type::string, text,
               [index](const ddc::Group& from) { return from.text(index).c_str(); });
}

int ddc_group_status(const ddc_group* group, size_t index) {
    if (group == nullptr) return DDC_INVALID;
    if (index >= group->group.size()) return DDC_OUT_OF_RANGE;
    return to_c(group->group.item(index).status);
}

int ddc_read_group(const ddc_table* table, ddc_group* group) {
    if (table == nullptr || group == nullptr) return DDC_INVALID;
    return guarded([&] { return to_c(table->table.read(group->group)); });
}
int ddc_write_group(ddc_table* table, const ddc_group* group) {
    if (table == nullptr || group == nullptr) return DDC_INVALID;
    return to_c(table->table.write(group->group));
}

}  // extern "C"
