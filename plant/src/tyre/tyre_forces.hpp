// SPDX-License-Identifier: MIT
#pragma once

namespace plant {

/// The road below the wheels, and what follows from it alone.
template <class W>
struct TyreRoad {
    W friction;
    W scale_x, scale_y;  ///< slip to multiples of that at the peak
};

/// What the road does to each wheel, in the wheel's frame.
template <class W>
struct TyreForces {
    W x;  ///< along the wheel, positive drives
    W y;  ///< to the left
    W z;  ///< aligning moment about the contact's vertical
};

}  // namespace plant
