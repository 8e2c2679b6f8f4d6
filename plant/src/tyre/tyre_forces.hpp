// SPDX-License-Identifier: MIT
#pragma once

namespace plant {

/// The road below the wheels, and values that depend only on it.
template <class W>
struct TyreRoad {
    W friction;
    W scale_x, scale_y;  ///< factors from slip to multiples of the slip at the peak
};

/// Forces of the road on each wheel, in the frame of the wheel.
template <class W>
struct TyreForces {
    W x;  ///< longitudinal, positive when driving
    W y;  ///< to the left
    W z;  ///< aligning moment about the vertical axis of the contact
};

}  // namespace plant
