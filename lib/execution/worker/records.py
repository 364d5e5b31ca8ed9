"""Writes a child's records, which are claims, to the memory that it shares with the zygote."""

import marshal
import os
import struct
import sys
import time

# Records, by their first byte: the report of loading; a value; many values; an exception; a value that cannot be encoded;
# a limit that the child itself noticed; the arguments that the next call changed; the end.
LOADED, RETURNED, BATCH, RAISED, UNSERIALISABLE, STOPPED, MUTATED, END = b"LRBXUSM."

# Shared memory: u64 committed length, u64 phase, u64 processor time at its start in ns; then the records. Phase 0 is
# the first loading, 2 n loading for the nth call, 2 n + 1 the nth call, TOGETHER + 2 n several together from the nth on.
# A program can reach it, so it holds claims only.
HEAD = struct.Struct("<QQQ")
TOGETHER = 1 << 63
RECORD = struct.Struct("<BQI")
U32 = struct.Struct("<I")

LOG_FULL = 72


class Recorder:
    """Writes records. It keeps everything that it uses in itself, so that a program's monkey patches do not affect it."""

    # The thread's clock: with RLIMIT_CPU set, Linux updates the process's own clock only at timer ticks.
    clock = staticmethod(time.thread_time_ns)
    pack_record, pack_head, head_size, record_size = RECORD.pack, HEAD.pack_into, HEAD.size, RECORD.size
    dumps, loads, exit_now = staticmethod(marshal.dumps), staticmethod(marshal.loads), staticmethod(os._exit)
    mapped, setof, form, pack_count = map, frozenset, bytes, U32.pack
    stack_limit, set_stack_limit = staticmethod(sys.getrecursionlimit), staticmethod(sys.setrecursionlimit)
    text_of, kind_of, size_of = str, type, staticmethod(len)
    immediate, bytes_alone = frozenset({type(None), bool, int, float, complex, str}), frozenset({bytes})
    remarks, most_places, longest_name = 1 << 16, 1000, 200  # bytes of a remark; changed arguments, and a name of one

    def __init__(self, log, limit, encoder, shared):
        self.log, self.limit, self.shared = log, limit, shared
        self.encode, self.class_name, self.surely_plain = encoder
        self.room = self.size_of(log)
        self.at, self.start = self.head_size, self.clock()
        self.made = 0  # calls with an outcome
        self.head = memoryview(log)[: self.head_size].cast("Q")  # item 1 is the phase

    def record(self, kind, payload, spent=None):
        """Writes one record; `spent` is the processor time in ns, if not that since the last begin()."""
        size = self.size_of(payload)
        end = self.at + self.record_size + size
        if end > self.room:
            self.exit_now(LOG_FULL)  # the driver continues with the remaining calls in a new child
        spent = self.clock() - self.start if spent is None else spent
        self.log[self.at : end] = self.pack_record(kind, spent, size) + payload
        self.at = end

    def begin(self, phase):
        """Commits the records so far, and sets the phase that runs from now on."""
        self.start = self.clock()
        self.pack_head(self.log, 0, self.at - self.head_size, phase, self.start)

    def begin_call(self):
        self.begin(2 * self.made + 3)

    def begin_calls(self):
        """Begins many calls together, of which it will not be known which one is running."""
        self.begin(TOGETHER + 2 * self.made + 2)

    def spent(self):
        return self.clock() - self.start

    def loaded(self):
        self.record(LOADED, self.encode(("loaded", "", ""), 1000))

    def not_loaded(self, kind, content):
        """Records that the program does not load, and ends the process."""
        self.record(kind, self.encode(content, self.remarks))
        self.begin(0)
        self.exit_now(0)

    def end(self):
        """Records that all calls were made."""
        self.begin(2 * self.made + 2)
        self.record(END, b"")
        self.begin(2 * self.made + 2)

    def take_another(self):
        """Ends the process, so that the remaining calls are made in another child, with all of its memory."""
        self.begin(2 * self.made + 2)
        self.exit_now(LOG_FULL)

    def failure(self, error):
        """The kind and the content of the record of an exception."""
        kind = self.kind_of(error)
        if kind is MemoryError:
            if self.made and not self.shared:
                self.exit_now(LOG_FULL)  # earlier calls may hold the memory, all of which this call may use
            return STOPPED, ("memory-limit", "")
        try:
            message = self.text_of(error)
            message = (message if self.kind_of(message) is str else str.__str__(message))[:MESSAGE_LENGTH]
        except BaseException:
            message = "(its message could not be read)"
        if kind is BlockingIOError and error.errno == 11:
            return STOPPED, ("process-limit", message)
        if kind is RuntimeError and message == "can't start new thread":
            return STOPPED, ("process-limit", message)
        return RAISED, (self.class_name(kind), message)

    def described_error(self, error):
        """The record of an exception that a call raised."""
        kind, content = self.failure(error)
        return kind, self.encode(content, self.remarks)

    def described(self, value):
        """The record of a value that a call returned, or of the reason why it cannot be recorded."""
        try:
            if self.stack_limit() < 1000:
                self.set_stack_limit(1000)  # the program has lowered it below what the encoder needs
            return RETURNED, self.encode(value, self.limit)
        except TooLarge:
            return STOPPED, self.encode(("output-limit", ""), 1000)
        except Unserialisable as error:
            content = (self.class_name(self.kind_of(value)), self.text_of(error))
            return UNSERIALISABLE, self.encode(content, self.remarks)
        except IteratorFailed as error:
            return self.described_error(error.args[0])
        except BaseException as error:  # not raised by the call: a class made its instances unreadable
            kind, content = self.failure(error)
            if kind == RAISED:
                kind, content = UNSERIALISABLE, (self.class_name(self.kind_of(value)), ": ".join(content))
            return kind, self.encode(content, self.remarks)

    def outcome(self, kind, payload, spent=None):
        self.record(kind, payload, spent)
        self.made += 1

    def changed(self, places):
        """Records the positions and names of the arguments that were changed by the call whose outcome comes next."""
        if places:
            names = [place if self.kind_of(place) is int else place[: self.longest_name] for place in places]
            self.record(MUTATED, self.encode(tuple(names[: self.most_places]), self.remarks), 0)

    def batch(self, values, changed, spent):
        """Records values of plain types together, or one by one if they are too large for that, or may hold other types.

        Bytes are the marshal form of a list or of bytes.
        """
        count = self.size_of(values)
        if count == 0:
            return
        places = tuple([(index, found) for index, found in changed.items() if index < count])
        try:
            payload = self.joined(values, places)
        except (ValueError, MemoryError):
            payload = b""
        if count > 1 and 0 < self.size_of(payload) <= self.limit:
            self.record(BATCH, payload, spent)
            self.made += count
            return
        for index, value in enumerate(values):
            self.changed(changed.get(index, ()))
            before = self.clock()
            record = self.described(self.unpacked(value))
            self.outcome(*record, spent // count + self.clock() - before)

    def unpacked(self, value):
        return self.loads(value) if self.kind_of(value) is self.form else value

    def together(self, values, are_forms, spent):
        """Records unchecked values of calls, as they are or in their marshal form; returns whether this was possible."""
        if are_forms:
            payload = self.of_forms(values, (), unseen=True)
        elif self.setof(self.mapped(self.kind_of, values)) <= self.immediate:
            payload = PLAIN + self.dumps([values, ()], 2)
        else:
            return False
        if not 0 < self.size_of(payload) <= self.limit:
            return False
        self.record(BATCH, payload, spent)
        self.made += self.size_of(values)
        return True

    def joined(self, values, places):
        """The encoding of values and of the changed arguments; empty if a value needs a closer check."""
        if self.form not in self.setof(self.mapped(self.kind_of, values)):
            return PLAIN + self.dumps([values, places], 2)
        forms = [value if self.kind_of(value) is self.form else self.dumps(value, 2) for value in values]
        return self.of_forms(forms, places)

    def of_forms(self, forms, places, unseen=False):
        """The same for values in their marshal form.

        `unseen`: whether the values were not checked before; in marshal form, every object with a buffer has become bytes.
        """
        whole = b"".join(forms)
        listed = b"[" + self.pack_count(self.size_of(forms)) + whole
        unwanted = self.bytes_alone if unseen else ()
        if not self.are_numbers(forms, whole) and not self.surely_plain(self.loads(listed), self.limit, unwanted):
            return b""
        return PLAIN + b"[\2\0\0\0" + listed + self.dumps(places, 2)

    def are_numbers(self, forms, whole):
        """Whether all are equally long lists of short integers, which take a letter and four bytes each, as does the list."""
        letters, size = forms[0][::5], self.size_of(forms[0])
        if letters != b"[" + b"i" * (self.size_of(letters) - 1) or whole[::5] != letters * self.size_of(forms):
            return False
        return self.setof(self.mapped(self.size_of, forms)) == {size}
