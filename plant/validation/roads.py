# SPDX-License-Identifier: MIT
import numpy as np

import rig

title = "Rough roads"
source = ("ISO 8608, table C.1 and annex on spectra; coherence exp(-k n t) of two tracks at a "
          "distance t, with k = 3")

LENGTH, POINTS = 400.0, 2000
DENSITY_C = 256e-6  # m^3 at 0.1 cycles/m
SEEDS = range(1, 25)
# So small that its height is that of the road at one point.
TINY = {"body.wheelbase_m": 0.1, "body.cg_to_front_axle_m": 0.05, "body.track_front_m": 0.05,
        "body.track_rear_m": 0.05}


def profile(car, across):
    heights = []
    for x in np.arange(POINTS) * LENGTH / POINTS:
        car.reset(x_m=x, y_m=across)
        heights.append(car.output().position_m[2])
    return np.array(heights) - rig.numbers("vehicle")["body.cg_height_m"]


def spectra(distance):
    """Fourier sums of pairs of lines, one pair per seed. A window reduces leakage of long waves."""
    window = np.hanning(POINTS + 1)[:-1]
    for seed in SEEDS:
        car = rig.Car("kinematic", vehicle=TINY, ground={"roughness.iso_8608_class": "c",
                                                         "roughness.seed": seed})
        first = 0.4 * seed
        yield [np.fft.rfft(window * profile(car, across)) for across in (first, first - distance)]


def octaves():
    n = np.fft.rfftfreq(POINTS, LENGTH / POINTS)
    for low in (0.025, 0.05, 0.1, 0.2, 0.4):
        yield low, n, (n >= low) & (n < 2 * low)


def rows():
    for distance in (1.5, 3.5):
        pairs = list(spectra(distance))
        for low, n, band in octaves():
            where = f"{low:g} to {2 * low:g} cycles/m"
            both = sum(np.sum((a * np.conj(b))[band]).real for a, b in pairs)
            power = [sum(np.abs(pair[side][band]) ** 2 for pair in pairs) for side in (0, 1)]
            if distance == 1.5:
                # Two-sided spectrum, divided by the mean square of the window.
                variance = 2 * np.sum(power[0]) / len(pairs) / POINTS ** 2 / 0.375
                expected = DENSITY_C * 0.01 * (1 / low - 1 / (2 * low))
                yield rig.relative(f"class C: height, rms, {where}", "m", np.sqrt(variance),
                                   np.sqrt(expected), 0.05)
            expected = np.average(np.exp(-3.0 * n[band] * distance), weights=sum(power))
            yield rig.absolute(f"coherence of two lines {distance:g} m apart, {where}", "1",
                               both / np.sqrt(np.sum(power[0]) * np.sum(power[1])), expected, 0.1)
