import { visible } from "../../core/visible.ts";
import { byteLines, withoutMark } from "../../store/files/json_lines.ts";
import { paths } from "../../store/paths.ts";
import { objectText } from "../../values/mod.ts";
import { requireSetUp } from "../setup/ready.ts";
import { type Arguments, type Command, command, type Options, type Values } from "./command.ts";
import { print } from "./print.ts";
import { DataError } from "../../core/errors.ts";

/** The result of reading a line. */
interface Read {
  /** The id as JSON text, exactly as it was written. */
  readonly id: string;
  /** Sentences about ignored fields whose names resemble known ones. */
  readonly remarks: readonly string[];
}

/**
 * An answer: the text of a JSON object without the id, which is put before its fields; in parts if the whole
 * text may be too long for a string.
 */
type Answer = string | Iterable<string>;

/** The functions of a pipe; a SyntaxError, TypeError or RangeError of these means that the line is wrong. */
interface Verb<L extends Read> {
  readonly read: (text: string) => L;
  /** Answers a line; returns nothing if all lines are answered together at the end. */
  readonly answer: (line: L) => Promise<Answer> | Answer | void;
  /** Whether the answer to a wrong line has its id, if that could be read. @default false */
  readonly namesWrong?: boolean;
  /**
   * Completes the work after the last line.
   *
   * @param good Whether all lines were valid.
   * @param say Prints an answer to the line with an id.
   * @returns Whether everything succeeded.
   */
  readonly end?: (good: boolean, say: (id: string, answer: Answer) => Promise<void>) => Promise<boolean>;
}

/** Opens a tool that runs programs, if the environment is set up; the tool is closed after the last answer. */
type Use = <T extends AsyncDisposable>(opening: () => Promise<T>) => Promise<T>;

/** The declaration of a pipe: its arguments, and the function that prepares it. */
interface DeclaredPipe<O extends Options, L extends Read> extends Arguments<O> {
  /** Prepares the pipe for lines. @param words The positional arguments. */
  readonly open: (values: Values<O>, use: Use, words: readonly string[]) => Promise<Verb<L>> | Verb<L>;
}

/**
 * A command that answers every line of standard input with a line of standard output, in the same order, each
 * as soon as it can.
 *
 * The answer to a wrong line has its number and an error, and the exit status is then 1. Remarks about ignored
 * fields that resemble known ones go to standard error.
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

/** Answers all lines of standard input; returns false if any line was wrong. */
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

/** The text of an answer with its id, in parts. */
function* withId(id: string, answer: Answer): Generator<string> {
  yield `{"id":${id},`;
  let begin = "{".length;
  for (const part of typeof answer === "string" ? [answer] : answer) {
    yield part.slice(begin);
    begin = 0;
  }
}

/** The characters that some readers treat as ends of lines, although JSON allows them in texts. */
const OTHER_ENDS = /[\u0085\u2028\u2029]/g;

/** A line of JSON with these characters escaped; in pieces, as a text with many escapes may be too long for a string. */
function* lineOf(parts: Iterable<string>): Generator<string> {
  for (const part of parts) {
    for (const [piece] of part.matchAll(/[^]{1,65536}/gu)) {
      yield piece.replace(OTHER_ENDS, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, "0")}`);
    }
  }
  yield "\n";
}

/** The number of lines that are read ahead of the oldest unfinished line. */
const LINES_AHEAD = 64;

/**
 * Prints an answer to every line, in order, each as soon as it and all before it are ready. While 64 lines
 * are unfinished, no other line is read, so that a fast writer waits.
 *
 * @throws The errors of reading, answering or printing, after the answers to earlier lines.
 */
async function inOrder<A>(
  lines: AsyncIterator<Line, void>,
  answer: (line: Line) => Promise<A>,
  print: (answer: A) => Promise<void>,
): Promise<void> {
  const begun = new ReadableStream<{ readonly answer: Promise<PromiseSettledResult<A>> }>({
    async pull(stream) {
      const line = await settled(lines.next());
      // If the input cannot be read to its end, the command fails after the answers to the lines that were read.
      if (line.status === "rejected") stream.enqueue({ answer: Promise.resolve(line) });
      else if (!line.value.done) return stream.enqueue({ answer: settled(answer(line.value.value)) });
      stream.close();
    },
  }, { highWaterMark: LINES_AHEAD - 1 }); // in addition to the line that is awaited
  for await (const { answer } of begun) {
    const result = await answer;
    if (result.status === "rejected") throw result.reason;
    await print(result.value);
  }
}

/** The result of a promise as a value, since the promise may settle long before it is awaited. */
async function settled<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [result] = await Promise.allSettled([promise]);
  return result;
}

/** A line of the input without its newline. */
interface Line {
  /** The number of the line, from 1. */
  readonly number: number;
  readonly bytes: Uint8Array;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The maximum length of a string, characters. */
const LONGEST_STRING = 2 ** 29 - 24;

/**
 * The text of a line.
 *
 * @throws {SyntaxError} If it is not UTF-8.
 * @throws {RangeError} If it is longer than a string can be.
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
