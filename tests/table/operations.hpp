// SPDX-License-Identifier: MIT
#pragma once

#include "kill_scene.hpp"

namespace tests {

/// One operation of a victim; `number` determines what it writes.
using Operation = void (*)(Scene& scene, std::int32_t number);

inline void write_real(Scene& scene, std::int32_t number) {
    static_cast<void>(scene.table().write(ddc::Id{8}, static_cast<double>(number)));
}
inline void write_text(Scene& scene, std::int32_t number) {
    static_cast<void>(write_text(scene.table(), number));
}
inline void write_changing(Scene& scene, std::int32_t number) {
    static_cast<void>(write_changing(scene.table(), number));
}
inline void write_group(Scene& scene, std::int32_t number) {
    ddc::Group group = make_group();
    static_cast<void>(write_group(scene.table(), group, number));
}
inline void clear(Scene& scene, std::int32_t) {
    static_cast<void>(scene.table().write_no_data(group_first, group_size));
}
/// A write after which a sleeping contender must be posted.
inline void write_wanted(Scene& scene, std::int32_t number) {
    scene.raw().lock().wanted = 1;
    write_real(scene, number);
}
/// A write after which a sleeping waiter must be woken.
inline void write_watched(Scene& scene, std::int32_t number) {
    scene.raw().cell(watched_entry).blocked = 1;
    static_cast<void>(scene.table().write(watched_entry, number));
}
inline void read_group(Scene& scene, std::int32_t) {
    ddc::Group group = make_group();
    static_cast<void>(scene.table().read(group));
}
inline void wait_in_vain(Scene& scene, std::int32_t) {
    const ddc::Watch watch{watched_entry, scene.table().sequence(watched_entry)};
    static_cast<void>(
        scene.table().wait_for_change(&watch, 1, ddc::Clock::now() + std::chrono::milliseconds(1)));
}

}  // namespace tests
