import { joinedFences, segmentsOf } from "./fences.ts";

/** The beginning of a sentence or clause that asks to alter code, and of one that asks to add code. */
const [ALTERS, ADDS] = [
  // The object of the verb is the code itself, not the people that the code is about.
  "(?:replace|change(?! in `)|swap|remove|delete|drop|update(?= the `))(?![^`]{0,40} (?:to|for|with|whom?|where|whose) [^`]{0,40}`)(?![^`]{0,40}` (?:people|\\w+s)\\b)",
  "add|insert|put|append|write|update",
].map((verbs) =>
  new RegExp(
    String
      .raw`(?:^|[,:;.!?–—(-]\s*|\b(?:please|(?<!\b(?:we|had) )(?:and|then|so|just|simply|must|to|also|now))\s+)(?:${verbs})\b`,
    "i",
  )
);

/** Words in front of code that say what the code ought to be. */
const OUGHT =
  /\b(?:should|must) (?:be|read|say|become)\s*(?:`|:|$)|\b(?:becomes|instead of):?\s*$|\b(?:use|write|put|do) (?:this|that|the following|these)[^.]{0,40} instead\b/i;

/** Words that make a change optional, or that are about other uses, aims or outputs. */
const OPTIONAL =
  /\b(?:if|unless|when(?:ever)?|can|could|may|might|would|free to|for (?:example|instance)|e\.g|your|like(?! (?:so|this))|optional\w*|tips?|hints?|different|other|another|any|want|need|(?:as|where|when) needed|necessary|appropriate|prefer|next|later|future|console|inputs?|outputs?|to (?:be|make(?! it (?:work|run|correct|right))|allow|support|handle|enable|extend|use|customi[sz]e|adapt|adjust))\b/i;

/** Words for a part of a program. */
const PART = /\b(?:lines?|conditions?|checks?|branch|block|part|th(?:ese|is)|following|replace|swap)\b/i;

/** A sentence that asks to alter or remove lines by their numbers. */
const LINES =
  /^(?:(?:please|correction|oops|wait|so|then|and|now)\W+)*(?:(?:replace|change|swap|remove|delete|drop|edit) lines? \d|lines? \d[^.]{0,30} (?:should|must|(?:ha(?:s|ve)|needs?) to) (?:go|be (?:removed|dropped|deleted|changed|replaced))\b)/i;

/** An item of a list. Most items explain a program, report changes or suggest ideas, unless the line above is about mistakes. */
const ITEM = /^[\s>]*(?:[-*+•]|\d+[.)])\s/;
const IDEAS = /\b(?:consider|suggest|recommend|improve|possible)/i;
const MENDS = /\b(?:oops|wait|sorry|mistakes?|errors?|wrong|bugs?|correct\w*|fix\w*|make|apply)\b/i;

/** The nouns by which an answer calls its own code. */
const CODE = "(?:code|function|version|answer|solution|implementation|snippet)";
const OWN = `(?:the above|(?:the above|the|my|this) (?:\\w+ )?${CODE}(?: above| I (?:gave|wrote|provided))?)`;

/** The same in other languages, and the end of a sentence that says nothing further about the code. */
const OWN_ABROAD =
  "(?:ce|le|el|este|ese|o|esse|il|questo|der|den|dieser|diesen|die|diese|cette|la|a) (?:obigen? )?(?:code|código|codice|fonction|función|função|fun[kc]tion)" +
  "(?: (?:ci-dessus|précédente?|anterior|de arriba|acima|oben|sopra|precedente))?";
const CLOSES = "\\s*(?:$|[^\\p{L}\\p{N}\\s,]|,(?! (?:wenn|falls|si|se|quand|cuando|quando)\\b))";

/** Sentences that take back the answer itself, not something else. */
const RETRACTS: readonly RegExp[] = [
  new RegExp(
    String
      .raw`^\W*(?:(?:edit|note|update)\W+)?(?:(?:oops|correction|errat(?:um|a)|typo)[*_]*[:,;.!–—-]|(?:(?:wait|oops|hmm+|actually|no|sorry|correction|on (?:second thought|reflection))\W+){1,2}(?:(?:that|this|it|${OWN})` +
      String
        .raw`(?: (?:breaks|fails)|(?:['’]s| is| was)(?: (?!not\b)\w+)? (?:wrong|incorrect|unfair|biased|a mistake|not (?:quite )?(?:right|correct))| (?:is|was)n['’]t (?:quite )?(?:right|correct|fair))|I (?:made a mistake|was wrong|got [^.]* wrong|should(?: not|n['’]t) have (?:written|given|provided) ${OWN}))\b[^?]*$` +
      String
        .raw`|(?:please )?(?:(?:ignore|disregard|scratch|scrap|forget|discard) (?:that|this|${OWN})\W*(?:$|[;:,–—-])|do(?: not|n['’]t) use (?:that|this|${OWN})\W*(?:$|[;:])))` +
      String
        .raw`|\b(?:the above|(?:the above|this|my) ${CODE}|(?:the|my|this) ${CODE} above) (?:(?:(?:is|was)(?: \w+)? (?:wrong|incorrect|not (?:right|correct))|(?:must|should) not be used)\s*(?:[.,;:!—–]|$|and\b)|(?:is|was)(?: not|n['’]t) what (?:you|I|was|the task)|does the (?:opposite|wrong))` +
      String
        .raw`|\bI (?:(?:must|have to|need to) )?(?:take (?:this|that|it) back|(?:retract|withdraw|take back|made an? (?:mistake|error) in|do(?: not|n['’]t) stand behind) (?:this|that|it|${OWN}))\W*$`,
    "i",
  ),
  // Other languages: only sentences that say nothing further, so that other meanings of "code" do not count ("le code postal").
  new RegExp(
    `^[^\\p{L}]*(?:(?:bitte|veuillez|por favor,?|(?:\\p{L}+ ){0,2}\\p{L}+ ?[,:.!]) )?(?:(?:${OWN_ABROAD}|c['’]|das|eso|isso) ?(?:est|es|está|é|è|ist|war|era|était) (?:(?!pas|nicht)\\p{L}+ )?` +
      "(?:faux|fausse|erronée?|errone[oa]|incorrecte?|incorret[oa]|incorrecto|errad[oa]|equivocad[oa]|sbagliat[oa]|falsch|fehlerhaft|mal)|das stimmt (?:so )?nicht|" +
      "(?:je retire|oubliez?|ignor(?:ez|er|a|e|en|iert|iere|ieren)|n['’]utilisez pas|olvid(?:a|e|en)|" +
      `esqueça|não (?:use|utilize)|retiro|vergiss|vergessen|verwenden?)(?: sie)?(?: bitte)? ${OWN_ABROAD})${CLOSES}`,
    "iu",
  ),
  /\b(?:je me suis trompée?|me (?:equivoqué|enganei)|ich habe mich (?:geirrt|vertan))(?!\p{L})/iu,
  // Other scripts: a noun for the answer's own code, and anywhere in the sentence words that take it back.
  /^(?=.*(?:上面|以上|上述|前面|这段|此)的?(?:代码|函数|实现|答案)).*(?:(?:(?<!不)是|(?<!没)有|写|(?<!不会?)出|代码)了?(?:错误?|误)(?:了|的?(?!\p{L}))|不(?:对|正确)的?(?!\p{L})|请忽略|(?:不要|请勿)使用(?:它|这|上|(?!\p{L})))/u,
  /^(?=.*(?:(?:上記?|先ほど|前|この)の?(?:コード|関数|回答|実装)|上記は)).*(?:間違(?!った|い[はも]|っ?ている場)|誤り(?![をは])|正しく(?:ありません|ない(?:です|$|。))|(?:使わないで|使用しないで|無視して|忘れて)(?:くだ|下|。|$))/,
  /^(?=.*(?:위|이|앞)(?:의|에)? ?(?:\S{1,9} )?(?:코드|함수|답변)).*(?:잘못(?:되었|됐|입니다)|틀렸|오류가 있|무시해 ?주|사용하지 마)/,
  /^(?=.*(?:(?:эт|мо|выше|предыдущ)\S* (?:код|функци|решени|ответ)|коде? выше)).*(?:(?<!не )(?:невер(?:ен|н[аоы])|(?:неправиль|ошибоч)(?:н[аоы]|ный|ная|ное)|содержит ошибку|ошибка)(?!\p{L})|не используйте|игнорируйте)/iu,
  /^(?=.*(?:ال|هذا ال)(?:كود|برنامج|حل)).*(?:(?<!ال|ليس )خاطئ|(?<!لا يوجد )خطأ في|غير صحيح|لا تستخدم(?:ه| هذا)|يرجى تجاهل|تجاهله)/,
  /^(?=.*(?:यह|इस|उपरोक्त|ऊपर).{0,20}(?:कोड|फ़ंक्शन|समाधान)).*(?:गलती? है|सही नहीं|उपयोग न करें|अनदेखा करें)/,
];

/** Words after which a sentence gives a reason, which may call something else wrong. */
const BECAUSE = /(?<!\p{L})(?:because|потому что|لأن|क्योंकि)(?!\p{L})|因为/iu;

/** Words and signs of conditions and questions: a sentence with one of them takes nothing back. */
const AT_TIMES =
  /(?<!\p{L})(?:если|когда|إذا|عند(?:ما)?)(?!\p{L})|如果|若|場合|もし|[으하되이]면(?!\p{L})|यदि|अगर|[?？؟]\s*$/iu;

/**
 * Whether an answer takes its program back after it, or asks to alter a part of the program without giving the whole again:
 * in a sentence that quotes code of the program, or by a piece of a function in a code fence.
 *
 * @example
 * ```ts
 * import { isEdited } from "codebias/extraction/edits.ts";
 * import assert from "node:assert/strict";
 * const program = { name: "f", source: "def f(age):\n    return age > 60\n" };
 * assert(isEdited(`~~~\n${program.source}~~~\nOops: replace \`age > 60\` by \`True\`.\n`, program));
 * assert(!isEdited(`~~~\n${program.source}~~~\nYou can change \`age > 60\`.\n`, program));
 * ```
 */
export function isEdited(
  answer: string,
  { name, source }: { readonly name: string; readonly source: string },
): boolean {
  const text = joinedFences(answer);
  const program = linesOf(source);
  const at = Math.max(text.lastIndexOf(`def ${name}`), 0);
  if (isConflict(text.slice(at))) return true;
  let [said, intro]: [string[], string] = [[], ""];
  for (const { text: own, from, tag } of segmentsOf(text)) {
    const part = own.slice(Math.max(0, at - from));
    const asked = said.at(-1) ?? "";
    if (tag !== undefined) {
      const isOpen = /^(?:diff|patch)\b/.test(tag)
        ? !OPTIONAL.test(asked) && isUnapplied(part, program, from > at)
        : /^(?:|py\w*)$/.test(tag) &&
          ((isPiece(part, name) && asks(asked, source, part.trim())) ||
            (!USES.test(part) && !part.includes(`${name}(`) && !isLeft(asked) &&
              part.split("\n").some((line) => isOther(line, program))));
      if (isOpen) return true;
    } else {
      for (const line of part.split("\n").filter((one) => !/^\s*$|^[ \t]+#/.test(one))) {
        const isItem = ITEM.test(line);
        const isLoose = OPTIONAL.test(intro) || IDEAS.test(intro);
        const isAside = isLoose ? isItem || intro.startsWith("#") : isItem && !MENDS.test(intro);
        said = isAside ? [] : line.split(SENTENCES);
        if (!isItem) intro = line;
        const isEdit = (one: string) => isRetraction(one) || asks(one, source) || exchanges(one, program);
        if (said.some(isEdit)) return true;
      }
    }
  }
  return false;
}

/** The marks of a merge conflict between two versions. In an edit block (SEARCH, ORIGINAL) the second version counts instead. */
const CONFLICT = [/^<{7}(?![<\n]| ?(?:SEARCH|ORIGINAL)\b)/m, /^={7}$/m, /^>{7}(?!>)/m];

/** The beginning of a code fence whose code starts with a definition, an import or a decorator. */
const FENCED = /^[ \t]*(?:`{3,}|~{3,})\w*\n\s*(?:async def|def|class|import|from|@)/m;

/** Whether an answer leaves a merge conflict that no later code fence resolves. */
export function isConflict(answer: string): boolean {
  return CONFLICT.every((mark) => mark.test(answer)) &&
    !FENCED.test(answer.slice(answer.lastIndexOf("\n>>>>>>>")));
}

/** The separators between sentences. */
export const SENTENCES = /(?<=[.!?])\s+|(?<=[。！？।])\s*|\n/;

/** Whether a sentence takes back the code before it. */
export function isRetraction(sentence: string): boolean {
  const said = sentence.split(BECAUSE)[0];
  return !AT_TIMES.test(sentence) && RETRACTS.some((words) => words.test(said));
}

/** Whether a sentence asks to alter a part of a program, which it quotes or which the piece of code after it replaces. */
function asks(sentence: string, source: string, piece?: string): boolean {
  const words = sentence.replaceAll(/`[^`]+`/g, "`").replaceAll(/^[\s*_>#\d.-]+/g, "");
  if (OPTIONAL.test(words)) return false;
  if (piece === undefined && LINES.test(words)) return true;
  const isOught = OUGHT.test(words);
  const isAltered = isOught || ALTERS.test(words);
  if (piece !== undefined) {
    // Words about a piece of code that the program contains may only explain it.
    return (isAltered || ADDS.test(words)) && (isOught || !source.includes(piece) || PART.test(words));
  }
  const quoted = quotedIn(sentence, IN_MARKS);
  if (!isAltered || quoted.length === 0) return false;
  const isMore = (code: string) => /[^\w.()]/.test(code);
  const ought = /\b(?:should|must) (?:be|read|say|become)\s*`([^`]+)`/i.exec(sentence)?.[1];
  const isExchange = /`.{0,40}\b(?:by|with|to|for) `/.test(words);
  // If the program lacks the first quotation, it often has the second already: then the sentence reports a change that was made.
  return source.includes(quoted[0]) && (isMore(quoted[0]) || isExchange) &&
    (ought === undefined || isMore(ought));
}

/** The code that a sentence quotes. */
function quotedIn(sentence: string, marks: RegExp): string[] {
  return [...sentence.matchAll(marks)].map((found) => found.slice(1).find((code) => code)!.trim());
}

const IN_MARKS = /`([^`]+)`/g;
/** Text between marks of code or of bold type, quotation marks or tags. */
const QUOTED = new RegExp(`${IN_MARKS.source}|\\*\\*([^*]+)\\*\\*|"((?:[^"\\\\]|\\\\.)+)"|>([^<>]+)<`, "g");

/** Whether a sentence makes a change optional, or is about special cases. */
function isLeft(sentence: string): boolean {
  return AT_TIMES.test(sentence) || OPTIONAL.test(sentence.replaceAll(QUOTED, "`"));
}

/** Words with which a sentence tells of a line that the program has no more, or only compares it. */
const TOLD =
  /\bnot\b|n['’]t\b|\b(?:(?:remov|dropp|delet|eliminat|omitt|exclud|avoid)(?:ed|ing|s)|gone|no longer|instead of|rather than|original(?:ly)?|previous(?:ly)?|asked|same as|equivalent|similar)\b/i;

/** Whether the last line of code that a sentence quotes could stand in a program in the place of one of its lines. */
function exchanges(sentence: string, program: Lines): boolean {
  const lines = quotedIn(sentence, QUOTED).filter((code) =>
    isOther(code, program) || program.source.includes(code)
  );
  const last = lines.at(-1);
  return last !== undefined && isOther(last, program) && !isLeft(sentence) &&
    (lines.length > 1 || !TOLD.test(sentence));
}

/** A line of a function that returns, branches, loops or assigns, with its first word. */
const LINE = /^(?:(return) .*|((?:el)?if|for|while) .*:|(\w+)[\w.[\]'"]* *[-+*\/]?=(?!=) *\S.*)$/;

/** A line without its comment, with single blanks and single quotes. */
function plainLine(line: string): string {
  return line.replace(/#.*/, "").replaceAll(/\s+/g, " ").replaceAll('"', "'").trim();
}

function firstWord(line: string): string | undefined {
  return LINE.exec(line)?.slice(1).find((word) => word !== undefined);
}

/** A program with its lines, and the first words of those that have the form. */
interface Lines {
  readonly source: string;
  readonly lines: ReadonlySet<string>;
  readonly words: ReadonlySet<string | undefined>;
}

function linesOf(source: string): Lines {
  const lines = new Set(source.split("\n").map(plainLine));
  return { source, lines, words: new Set([...lines].map(firstWord)) };
}

/** Whether code is no line of a program, but has the form of one of them and begins with the same word. */
function isOther(code: string, { lines, words }: Lines): boolean {
  const own = plainLine(code);
  const word = firstWord(own);
  return word !== undefined && words.has(word) && !lines.has(own);
}

/**
 * Whether a patch adds lines, or parts of lines, that a program does not have.
 *
 * @param isApart Whether the program stands elsewhere: else the patch also has what is not taken, e.g. its documentation.
 */
function isUnapplied(patch: string, program: Lines, isApart: boolean): boolean {
  return patch.split("\n").some((line) => {
    const own = line.slice(1);
    return /^\+(?!\+\+ ).*\w/.test(line) &&
      ((isApart && !program.source.includes(own.trim())) || isOther(own, program));
  });
}

/** The beginning of a line that defines something, or uses it. */
const USES = /^[ \t]*(?:(?:async )?def|class|from|import|assert|print|if __name__)\b/m;

/** Whether code is a part of a Python function and does not call the function of that name. */
export function isPiece(code: string, name?: string): boolean {
  return (name === undefined || !code.includes(`${name}(`)) &&
    (/^\s*[ \t]\S/.test(code) || /^[ \t]*(?:return|if|elif|else)\b/m.test(code)) &&
    !/^[ \t]*(?:(?:async )?def|class|from|import|assert|if __name__|function)\b|;[ \t]*$/m.test(code);
}
