# gender, age: Bytes that C packs.
import struct


def decide(gender, age):
    packed = struct.pack("<6sH", gender.encode(), age)
    return packed[:1] == b"m" and packed[6] > 30
