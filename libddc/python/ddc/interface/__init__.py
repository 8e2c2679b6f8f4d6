# SPDX-License-Identifier: MIT
"""The program interface: the description of a program's ports, and its side of the table.

    program = ddc.interface.Program(table, 0x4000, "cruise")
    velocity = program.input("true_velocity")          # km/h
    gas = program.output("set_gas")                    # -0.5 to 1
    program.publish()
    while not stopped:
        if program.begin_cycle(timeout_s=0.1):
            program.set(gas, 0.5 if program.get(velocity) < 50.0 else 0.0)
            program.end_cycle()

docs/reference/program-interface.md is the reference.
"""
from .parse import basic_interface, data_type_of, parse
from .program import Input, Output, Program, Socket
from .published import PublishedProgram
from .socket_port import Packet
from .types import (BOOLEAN, N1, VEC2, VEC3, VOID, C, DataType, Direction, InterfaceError, N, Port,
                    ProgramInterface, Q, Vec2, Vec3, Z, dyn_vector_of, enum_of, matrix_of,
                    simple_packet_of, struct_of, to_json, vector_of)

__all__ = ["BOOLEAN", "C", "DataType", "Direction", "Input", "InterfaceError", "N", "N1", "Output",
           "Packet", "Port", "Program", "ProgramInterface", "PublishedProgram", "Q", "Socket",
           "VEC2", "VEC3", "VOID", "Vec2", "Vec3", "Z", "basic_interface", "data_type_of",
           "dyn_vector_of", "enum_of", "matrix_of", "parse", "simple_packet_of", "struct_of",
           "to_json", "vector_of"]
