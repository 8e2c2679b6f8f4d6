// SPDX-License-Identifier: MIT
#include <ddc/interface/signals.hpp>

int main() {
    return ddc::interface::find_signal("true_velocity") != nullptr ? 0 : 1;
}
