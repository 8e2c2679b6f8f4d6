# SPDX-License-Identifier: MIT
"""An environment for reinforcement learning: keep the middle of a lane at a speed.

It has the interface of gymnasium.Env (methods, attributes and five results of a step), but neither
needs nor imports gymnasium. Needs numpy.
"""
import math
import typing

import numpy

from ._library import NOT_FINITE, ROLLED_OVER, Error
from .session import SimSession

Array = typing.Any
LANE_HALF_WIDTH_M = 1.75


class Box:
    """All arrays of one shape between two bounds, as gymnasium.spaces.Box.

    Args:
        low, high: bounds of each number, of the same shape.
    """

    def __init__(self, low: typing.Sequence[float], high: typing.Sequence[float]) -> None:
        self.low = numpy.asarray(low, dtype=numpy.float64)
        self.high = numpy.asarray(high, dtype=numpy.float64)
        if self.low.shape != self.high.shape or not (self.low <= self.high).all():
            raise ValueError("low and high must have the same shape, and low must not exceed high")
        self.shape, self.dtype = self.low.shape, self.low.dtype
        self._random = numpy.random.default_rng()

    def seed(self, seed: typing.Optional[int] = None) -> None:
        self._random = numpy.random.default_rng(seed)

    def sample(self) -> Array:
        """A random array, uniformly distributed; the bounds must be finite."""
        return self._random.uniform(self.low, self.high)

    def contains(self, array: Array) -> bool:
        given = numpy.asarray(array)
        is_inside = given.shape == self.shape and (given >= self.low) & (given <= self.high)
        return bool(numpy.all(is_inside))

    __contains__ = contains

    def __repr__(self) -> str:
        return f"Box({self.low.tolist()}, {self.high.tolist()})"


class LaneEnvironment:
    """A car that should follow the x axis, the middle of its lane, at a target speed.

    An action has shape (2,): steering and pedals, each -1 to 1. 1 is the largest steering angle to
    the left and full throttle, -1 the largest angle to the right and full brake. An observation has
    shape (6,): distance from the middle in m, positive to the left; heading error in rad, positive
    to the left; forward and lateral speed in m/s; yaw rate in rad/s; target speed minus speed in
    m/s.

    A step costs (distance / half lane)^2 + (speed error / target)^2 + 0.1 * (heading error)^2,
    and 10 more if it ends the episode: the car leaves the lane (1.75 m from its middle), turns by
    more than 90 deg, or rolls over (terminated). After `episode_s` it also ends (truncated).

    Args:
        model, files: as for SimSession.
        target_mps: above 0.
        step_s: of simulated time.
        max_steer_rad: at full steering.
    """

    metadata: typing.Dict[str, typing.Any] = {"render_modes": []}
    render_mode = None
    spec = None

    def __init__(self, model: typing.Optional[str] = None, *, target_mps: float = 20.0,
                 step_s: float = 0.05, episode_s: float = 20.0, max_steer_rad: float = 0.1,
                 **files: typing.Any) -> None:
        if not (target_mps > 0.0 and step_s > 0.0 and episode_s > 0.0 and max_steer_rad > 0.0):
            raise ValueError("target_mps, step_s, episode_s and max_steer_rad must be above 0")
        self._session = SimSession(model, **files)
        self._view = self._session.view
        self._target_mps, self._max_steer_rad = target_mps, max_steer_rad
        self._step_ns, self._steps = round(step_s * 1e9), math.ceil(episode_s / step_s)
        self._taken: typing.Optional[int] = None
        self._random = numpy.random.default_rng()
        self.action_space = Box([-1.0, -1.0], [1.0, 1.0])
        self.observation_space = Box([-math.inf] * 6, [math.inf] * 6)

    @property
    def unwrapped(self) -> "LaneEnvironment":
        return self

    def reset(self, *, seed: typing.Optional[int] = None,
              options: typing.Optional[typing.Mapping[str, float]] = None
              ) -> typing.Tuple[Array, typing.Dict[str, typing.Any]]:
        """Starts an episode with random lateral position, heading and speed.

        Args:
            seed: restarts the random numbers; the same seed gives the same sequence of episodes.
            options: y_m, yaw_rad, vx_mps: fixed values in place of random ones.

        Returns:
            The observation, and {}.
        """
        if seed is not None:
            self._random = numpy.random.default_rng(seed)
        start = {"y_m": self._random.uniform(-1.0, 1.0),
                 "yaw_rad": self._random.uniform(-0.05, 0.05),
                 "vx_mps": self._target_mps * self._random.uniform(0.8, 1.2)}
        unknown = set(options or {}) - set(start)
        if unknown:
            raise ValueError(f"options: {', '.join(sorted(unknown))}; there are {', '.join(start)}")
        self._session.reset(**{**start, **(options or {})})
        self._taken = 0
        return self._observe(), {}

    def _observe(self) -> Array:
        now = self._view
        return numpy.array([now["position_m"][1], math.remainder(float(now["yaw_rad"]), math.tau),
                            now["velocity_mps"][0], now["velocity_mps"][1],
                            now["angular_velocity_radps"][2],
                            self._target_mps - now["velocity_mps"][0]])

    def step(self, action: Array) -> typing.Tuple[Array, float, bool, bool, typing.Dict[str, str]]:
        """Advances by one step with an action, which is limited to its space.

        Returns:
            The observation, the reward, whether the car ended the episode (terminated), whether its
            time has ended (truncated), and {} or {"reason": why it ended}.
        """
        if self._taken is None:
            raise RuntimeError("no episode is running: call reset")
        steer, pedals = numpy.clip(numpy.asarray(action, dtype=numpy.float64), -1.0, 1.0)
        self._session.set_input(steer_rad=self._max_steer_rad * steer, throttle=max(pedals, 0.0),
                                brake=max(-pedals, 0.0))
        reason = ""
        try:
            self._session.tick(self._step_ns)
        except Error as error:
            if error.status not in (NOT_FINITE, ROLLED_OVER):
                raise
            reason = str(error)
        seen = self._observe()
        if abs(seen[0]) > LANE_HALF_WIDTH_M:
            reason = reason or "left its lane"
        elif abs(seen[1]) > math.pi / 2.0:
            reason = reason or "turned by more than 90 deg"
        self._taken += 1
        truncated = not reason and self._taken >= self._steps
        cost = (seen[0] / LANE_HALF_WIDTH_M)**2 + (seen[5] / self._target_mps)**2 + \
            0.1 * seen[1]**2 + (10.0 if reason else 0.0)
        if reason or truncated:
            self._taken = None
        return seen, -float(cost), bool(reason), truncated, {"reason": reason} if reason else {}

    def render(self) -> None:
        """Does nothing."""

    def close(self) -> None:
        """Does nothing."""
