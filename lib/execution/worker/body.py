"""A request: its header, and the body, which only the child reads."""

import collections
import marshal
import struct

Header = collections.namedtuple("Header", "calls cpu_ms wall_ms memory_mib output_mib log_mib body")
NUMBERS = struct.Struct("<%dQ" % len(Header._fields))


def read_header(fd):
    return Header._make(NUMBERS.unpack(read_exactly(fd, NUMBERS.size)))


class Body:
    """What only the child reads of a request: its plan, encoded, the source, blocks of calls.

    The plan is [entry point, split, shared, clock, how many bytes of the source, at its end, are the driver's own].

    A block of calls is `u8 kind, u32 count, u32 length, bytes`. Kind 0: the marshal form of a list of tuples of
    positional arguments. Kind 1: for each call i64 seed (-1: none), and four encodings, each after its u32 length:
    positional and named arguments, and those of the constructor of a method's class.
    """

    def __init__(self, body):
        self.body, self.at = body, 0
        self.plan, self.source = decode(self.part()), self.part()

    def take(self, form):
        values = struct.unpack_from(form, self.body, self.at)
        self.at += struct.calcsize(form)
        return values

    def part(self):
        (length,) = self.take("<I")
        self.at += length
        return self.body[self.at - length : self.at]

    def rest(self):
        return self.body[self.at :]

    def call(self):
        return self.take("<q") + (self.part(), self.part(), self.part(), self.part())

    def blocks(self):
        """For each block, the positional arguments of each call, or None and the calls."""
        while self.at < len(self.body):
            kind, count, length = self.take("<BII")
            if kind == 0:
                self.at += length
                yield marshal.loads(self.body[self.at - length : self.at]), None
            else:
                yield None, (self.call() for _ in range(count))
