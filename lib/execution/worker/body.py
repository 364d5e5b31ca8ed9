"""The header of a request, and its body, which only the child reads."""

import collections
import marshal
import struct

Header = collections.namedtuple("Header", "calls cpu_ms wall_ms memory_mib output_mib log_mib body stays")
ALIKE, ANY, MADE = range(3)
NUMBERS = struct.Struct("<%dQ" % len(Header._fields))


def read_header(fd):
    return Header._make(NUMBERS.unpack(read_exactly(fd, NUMBERS.size)))


class Body:
    """The body of a request: the encoded plan, the source, and blocks of calls.

    The plan is [entry point, split, state, clock, the number of bytes at the end of the source that the driver appended,
    the index of the source in READY if the source is empty].

    A block of calls is `u8 kind, u32 count, u32 length, bytes`. ALIKE, MADE: i64 seed (-1: none), the names of the last
    arguments, and the marshal form of a list of tuples, the arguments of each call or, MADE, of the constructor of its
    method's class. ANY: for each call i64 seed, then names, positional and other named arguments, and likewise for the
    constructor. Parts of variable length are encodings, each after its u32 length.
    """

    def __init__(self, body):
        self.body, self.at = body, 0
        (*self.plan, ready), source = decode(self.part()), self.part()
        self.source = source if ready is None else [*READY][ready]

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

    def given(self):
        return self.part(), self.part(), self.part()

    def blocks(self):
        """For each block its kind, and the seed, names and arguments of calls that differ only in these; or the calls."""
        while self.at < len(self.body):
            kind, count, length = self.take("<BII")
            end = self.at + length
            if kind == ANY:
                yield kind, ((*self.take("<q"), self.given(), self.given()) for _ in range(count))
            else:
                seed, names = *self.take("<q"), self.part()
                lists, self.at = marshal.loads(self.body[self.at : end]), end
                yield kind, (seed, names, lists)
