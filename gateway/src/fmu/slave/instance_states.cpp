// SPDX-License-Identifier: MIT
#include "instance.hpp"

#include <algorithm>
#include <stdexcept>

namespace gateway::fmu {

SavedState Instance::state() const {
    SavedState state{progress_, values_, {}};
    if (progress_.is_ready) slave_->save(state.of_slave);
    return state;
}

SavedState& Instance::state_of(void* handle) const {
    const auto found = states_.find(handle);
    if (found == states_.end())
        throw std::invalid_argument("this instance has no such saved state");
    return *found->second;
}

/// Overwrites the state of a handle, or creates one.
void Instance::keep(void** handle, SavedState state) {
    if (handle == nullptr) throw std::invalid_argument("the place for the state is NULL");
    if (*handle != nullptr) {
        state_of(*handle) = std::move(state);
        return;
    }
    auto kept = std::make_unique<SavedState>(std::move(state));
    void* const created = kept.get();
    states_.emplace(created, std::move(kept));
    *handle = created;
}

void Instance::save(void** handle) {
    keep(handle, state());
}

bool Instance::was_initialised_with(const Values& values) const {
    if (!initialised_with_ || initialised_at_s_ != progress_.start_s) return false;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (is_fixed_[i] && (values.slots()[i] != initialised_with_->slots()[i] ||
                             values.texts()[i] != initialised_with_->texts()[i]))
            return false;
    return true;
}

void Instance::restore(void* handle) {
    const SavedState& saved = state_of(handle);
    values_ = saved.values;
    progress_ = saved.progress;
    are_outputs_current_ = wants_end_ = false;
    if (!progress_.is_ready) return;
    guarded([&] {
        if (!was_initialised_with(values_)) initialise_slave();
        slave_->restore(saved.of_slave);
    });
}

void Instance::free(void** handle) {
    if (handle == nullptr || *handle == nullptr) return;
    state_of(*handle);
    states_.erase(*handle);
    *handle = nullptr;
}

std::size_t Instance::serialised_size(void* handle) const {
    return fmu::serialise(state_of(handle), info().token).size();
}

void Instance::serialise(void* handle, std::uint8_t* bytes, std::size_t size) const {
    const std::vector<std::uint8_t> whole = fmu::serialise(state_of(handle), info().token);
    if (bytes == nullptr || size < whole.size())
        throw std::invalid_argument("the state has " + std::to_string(whole.size()) +
                                    " bytes, which do not fit");
    std::copy(whole.begin(), whole.end(), bytes);
}

void Instance::deserialise(const std::uint8_t* bytes, std::size_t size, void** handle) {
    keep(handle, fmu::deserialise(bytes, size, info().token, values_));
}

}  // namespace gateway::fmu
