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

ddc_value value_of(const Group& group, std::size_t index) noexcept {
    ddc_value value;
    value.bits = 0;
    switch (group.item(index).type) {
        case Type::boolean:
            value.as_bool = group.boolean(index);
            break;
        case Type::int32:
            value.as_int32 = group.int32(index);
            break;
        case Type::real64:
            value.as_double = group.real64(index);
            break;
        case Type::string:
        case Type::no_data:
            break;
    }
    return value;
}

void set_value(Group& group, std::size_t index, const ddc_value& value) noexcept {
    switch (group.item(index).type) {
        case Type::boolean: {
            unsigned char byte;  // a caller's bool may hold any number
            std::memcpy(&byte, &value, sizeof byte);
            group.set(index, byte != 0);
            break;
        }
        case Type::int32:
            group.set(index, value.as_int32);
            break;
        case Type::real64:
            group.set(index, value.as_double);
            break;
        case Type::string:
        case Type::no_data:
            break;
    }
}

bool is_all_of(const ddc_group* group, const void* array, std::size_t count) noexcept {
    return group != nullptr && group->group.size() == count && (array != nullptr || count == 0);
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

int ddc_read_group_values(const ddc_table* table, ddc_group* group, ddc_value* values,
                          size_t count) {
    if (!is_all_of(group, values, count)) return DDC_INVALID;
    const int status = ddc_read_group(table, group);
    for (size_t i = 0; i < count; ++i) values[i] = value_of(group->group, i);
    return status;
}
int ddc_write_group_values(ddc_table* table, ddc_group* group, const ddc_value* values,
                           size_t count) {
    if (!is_all_of(group, values, count)) return DDC_INVALID;
    for (size_t i = 0; i < count; ++i) set_value(group->group, i, values[i]);
    return ddc_write_group(table, group);
}

int ddc_watch_from_read(const ddc_group* group, ddc_watch* watches, size_t count) {
    if (!is_all_of(group, watches, count)) return DDC_INVALID;
    for (size_t i = 0; i < count; ++i) {
        const ddc::Group::Item& item = group->group.item(i);
        watches[i] = {item.id, item.sequence};
    }
    return DDC_OK;
}

}  // extern "C"
