import { visible } from "../../core/visible.ts";
import { byteLines, withoutMark } from "../../store/files/json_lines.ts";
import { paths } from "../../store/paths.ts";
import { objectText } from "../../values/mod.ts";
import { requireSetUp } from "../setup/ready.ts";
import { type Arguments, type Command, command, type Options, type Values } from "./command.ts";
import { print } from "./print.ts";
import { DataError } from "../../core/errors.ts";

/** A line that was read. */
interface Read {
  /** As JSON text, exactly as it was written. */
  readonly id: string;
  /** Ignored fields that may be meant as known ones, in words. */
  readonly remarks: readonly string[];
}

/**
 * An answer: the text of a JSON object without the id, which is put before its fields; in parts where all
 * together may be too long for a string.
 */
type Answer = string | Iterable<string>;

/** What a verb does with lines; a SyntaxError, TypeError or RangeError means that the line is wrong. */
interface Verb<L extends Read> {
  readonly read: (text: string) => L;
  /** Nothing where lines are answered together, at the end. */
  readonly answer: (line: L) => Promise<Answer> | Answer | void;
  /** Whether what is said about a wrong line has its id, if that could be read. @default false */
  readonly namesWrong?: boolean;
  /**
   * What is left to do after the last line.
   *
   * @param good Whether all lines were good.
   * @param say Prints an answer to the line with an id.
   * @returns Whether all is well.
   */
  readonly end?: (good: boolean, say: (id: string, answer: Answer) => Promise<void>) => Promise<boolean>;
}

/** Opens what runs programs, if that is set up; it is closed after the last answer. */
type Use = <T extends AsyncDisposable>(opening: () => Promise<T>) => Promise<T>;

/** A pipe's arguments, and how it gets ready for lines. */
interface DeclaredPipe<O extends Options, L extends Read> extends Arguments<O> {
  /** @param words The arguments that are no options. */
  readonly open: (values: Values<O>, use: Use, words: readonly string[]) => Promise<Verb<L>> | Verb<L>;
}

/**
 * A command that answers every line of standard input with a line of standard output, in the same order, each
 * as soon as it can.
 *
 * Of a wrong line it says the number and what is wrong, and in the end the exit status is 1. What a line has
 * that is ignored, though it may be meant, is told on standard error.
 */
export function pipe<const O extends Options, L extends Read>(declared: DeclaredPipe<O, L>): Command {
  return command<O>({
    ...declared,
    reads: "standard input",
    async does(values, words) {
      await using opened = new AsyncDisposableStack();
      const verb = await declared.open(values, async (opening) => {
        await requireSetUp(paths.environment, { notebooks: false });
        return opened.use(await opening());
      }, words);
      const good = await answerAll(verb);
      return verb.end ? await verb.end(good, (id, answer) => print(lineOf(withId(id, answer)))) : good;
    },
  });
}

/** Answers all lines of standard input; false if some were wrong. */
async function answerAll<L extends Read>({ read, answer, namesWrong }: Verb<L>): Promise<boolean> {
  let good = true;
  await inOrder(linesOf(Deno.stdin.readable), async ({ number, bytes }) => {
    let id: string | undefined;
    try {
      const line = read(textOf(bytes));
      id = line.id;
      for (const remark of line.remarks) console.error(visible(`Line with the id ${id}: ${remark}`));
      const said = await answer(line);
      return said === undefined ? [] : lineOf(withId(id, said));
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError)) {
        throw error;
      }
      good = false;
      const fields = { line: `${number}`, id: namesWrong ? id : undefined };
      return lineOf([objectText({ ...fields, error: JSON.stringify(error.message) })]);
    }
  }, print);
  return good;
}

/** An answer with its id. */
function* withId(id: string, answer: Answer): Generator<string> {
  yield `{"id":${id},`;
  let begin = "{".length;
  for (const part of typeof answer === "string" ? [answer] : answer) {
    yield part.slice(begin);
    begin = 0;
  }
}

/** What some readers take for the end of a line, though JSON does not: it stands in texts alone. */
const OTHER_ENDS = /[\u0085\u2028\u2029]/g;

/** A line of JSON with escapes for other ends of lines; in pieces, as all escapes together may be too long for a string. */
function* lineOf(parts: Iterable<string>): Generator<string> {
  for (const part of parts) {
    for (const [piece] of part.matchAll(/[^]{1,65536}/gu)) {
      yield piece.replace(OTHER_ENDS, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, "0")}`);
    }
  }
  yield "\n";
}

/** Lines read ahead of the oldest unfinished one. */
const LINES_AHEAD = 64;

/**
 * Prints an answer to every line, in order, each as soon as it and all before it are there. While 64 lines
 * are unfinished, no other is read, so that a fast writer waits.
 *
 * @throws Whatever reading, answering or printing throws, after the answers to what was read before.
 */
async function inOrder<A>(
  lines: AsyncIterator<Line, void>,
  answer: (line: Line) => Promise<A>,
  print: (answer: A) => Promise<void>,
): Promise<void> {
  const begun = new ReadableStream<{ readonly answer: Promise<PromiseSettledResult<A>> }>({
    async pull(stream) {
      const line = await settled(lines.next());
      // An input that cannot be read to its end fails the command, after the answers to what was read of it.
      if (line.status === "rejected") stream.enqueue({ answer: Promise.resolve(line) });
      else if (!line.value.done) return stream.enqueue({ answer: settled(answer(line.value.value)) });
      stream.close();
    },
  }, { highWaterMark: LINES_AHEAD - 1 }); // and the one that is waited for
  for await (const { answer } of begun) {
    const result = await answer;
    if (result.status === "rejected") throw result.reason;
    await print(result.value);
  }
}

/** How a promise ends, as a value: it may end long before anyone waits for it. */
async function settled<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [result] = await Promise.allSettled([promise]);
  return result;
}

/** A line of the input, without its end. */
interface Line {
  /** From 1. */
  readonly number: number;
  readonly bytes: Uint8Array;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** No string can be longer, in characters. */
const LONGEST_STRING = 2 ** 29 - 24;

/**
 * The text of a line.
 *
 * @throws {SyntaxError} If it is not UTF-8.
 * @throws {RangeError} If it is longer than a text can be.
 */
function textOf(bytes: Uint8Array): string {
  if (bytes.length > LONGEST_STRING) throw new RangeError(`the line is longer than ${LONGEST_STRING} bytes`);
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new SyntaxError("the line is not UTF-8", { cause });
  }
}

const BLANK: readonly number[] = [32, 9, 13];

/** The lines that are not blank; a byte order mark before the first is left out. */
async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Line, void> {
  let number = 0;
  try {
    for await (const bytes of byteLines(stream)) {
      number++;
      const line = { number, bytes: number === 1 ? withoutMark(bytes) : bytes };
      if (line.bytes.some((byte) => !BLANK.includes(byte))) yield line;
    }
  } catch (cause) {
    throw new DataError(`Cannot read standard input: ${(cause as Error).message}`, { cause });
  }
}
