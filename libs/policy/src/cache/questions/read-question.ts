import { findLanguage } from './find-language.js';
import { PHRASES, type QuestionLanguage, WORD_LISTS } from './word-lists.js';

/** Longest text that is compared by its meaning, in characters. */
export const LONGEST_QUESTION = 2_000;

/** Word of a question that counts. */
export interface QuestionWord {
  /** Basic form. */
  readonly text: string;
  /** True if it decides: a number, a negation, a comparison, a quotation, a name, code. */
  readonly isFact: boolean;
  /** True if it has a capital inside a sentence. */
  readonly isName: boolean;
}

/** Content of a question, as far as two questions must agree in it. */
export interface Question {
  readonly language: QuestionLanguage;
  /** Text without polite phrases. */
  readonly plain: string;
  /** Words in their order. */
  readonly words: readonly QuestionWord[];
}

type Word = QuestionWord;

/**
 * Reads a question. Undefined if it is too long, has no words, or is in a language that the gateway cannot compare:
 * another question must not be taken for the same then.
 */
export function readQuestion(source: string): Question | undefined {
  if (source.length > LONGEST_QUESTION) return undefined;
  const whole = keepPowers(source)
    .normalize('NFKC')
    .replace(/[’‘ʼ`´](?=\p{L})/gu, "'");
  if ((whole.match(OPENING)?.length ?? 0) > MOST_QUOTES) return undefined;
  const { quotes, text } = takeQuotes(whole);
  const language = findLanguage(text);
  if (language === undefined) return undefined;
  const simple = simplify(text, language);
  const words = splitWords(simple, language, quotes);
  if (words.length === 0) return undefined;
  let quoted = 0;
  const plain = simple
    .replaceAll(MARK, () => quotes[quoted++] ?? '')
    .replace(/\s+/gu, ' ')
    .trim();
  return { language, plain, words };
}

/** Marks digits that stand high, which would become digits of the number before them. */
function keepPowers(source: string): string {
  return source.replace(/[⁰¹²³⁴-⁹⁺⁻ⁿ]+/gu, '^$&');
}

/** Reads several questions; undefined if one of them cannot be compared. */
export function readQuestions(texts: readonly string[]): readonly Question[] | undefined {
  const questions: Question[] = [];
  for (const text of texts) {
    const question = readQuestion(text);
    if (question === undefined) return undefined;
    questions.push(question);
  }
  return questions;
}

/** Quotations and code, each of which must be the same to the letter. */
const QUOTED =
  /```([\s\S]*?)```|`([^`]+)`|"([^"]+)"|“([^”]+)”|„([^“”"]+)[“”"]|«([^»]+)»|»([^«]+)«|「([^」]+)」|『([^』]+)』|《([^》]+)》|(?<=^|[\s(])'([^']+)'(?=$|[\s).,!?;:])/gu;

/** Marks that may begin a quotation. The end of each is looked for in all of the text, so that there are few. */
const OPENING = /["“„«»「『《]|(?<=^|[\s(])'/gu;
const MOST_QUOTES = 100;

/** Stands for a quotation in a text. Texts with one of their own lose it to normalization below. */
const MARK = '\uE000';

function takeQuotes(whole: string): { readonly text: string; readonly quotes: readonly string[] } {
  const quotes: string[] = [];
  const text = whole.replaceAll(MARK, ' ').replace(QUOTED, (_all, ...groups: unknown[]) => {
    quotes.push(groups.find((group) => typeof group === 'string') as string);
    return ` ${MARK} `;
  });
  return { text, quotes };
}

function simplify(text: string, language: QuestionLanguage): string {
  let simple = text;
  for (const filler of WORD_LISTS[language].fillers) simple = simple.replace(filler, ' ');
  for (const [phrase, by] of PHRASES[language]) simple = simple.replace(phrase, by);
  // A polite phrase leaves its comma.
  return simple.replace(/^\s*[,:;](?=\s)/u, ' ');
}

/**
 * Numbers, words with what may be in names and code, marks of quotations, single symbols, and marks that do more than part sentences:
 * brackets, marks before a word or alone, factorials, feet and inches, and dashes between numbers.
 */
const TOKEN = new RegExp(
  [
    String.raw`\uE000|[-−]?\d[\d.,:]*(?:(?<=\d)|(?=\b))`,
    String.raw`[\p{Script=Latin}_][\p{Script=Latin}\p{M}\p{N}_'+#./@-]*(?:\(\))?|\p{Script=Han}+|[^\s\p{P}\p{L}\p{N}]|[%#&*/@\\-]`,
    String.raw`[()[\]{}]|(?<=^|[\s(])[.,:;!?'"]+(?=[\d\p{Script=Latin}]|\s+\S)`,
    String.raw`(?<=[\d)\]]|(?<![\p{L}\d'])\p{L})!|(?<=\d)['"′]+|(?<=\d\s?)[–—](?=\s?\d)`,
  ].join('|'),
  'gu',
);

function splitWords(text: string, language: QuestionLanguage, quotes: readonly string[]): readonly Word[] {
  const found: Word[] = [];
  const isShouting = !/\p{Ll}/u.test(text);
  let quoted = 0;
  let before = '';
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    const { index } = match;
    const near = index - end <= 1 ? before : '';
    if (token === MARK) found.push(fact(`"${quotes[quoted++]}"`));
    else if (/^[-−]?\d/u.test(token)) found.push(fact(`n:${readNumber(token, language)}`));
    else if (/\p{Script=Han}/u.test(token)) found.push(...segment(token));
    else {
      const word =
        (isNumberOfKing(token, near, text, end) ? fact('^I') : readUnit(token, near, { language, isShouting })) ??
        readWord(token, language, { beginsSentence: beginsSentence(text, index), isShouting });
      if (word !== undefined) found.push(word);
    }
    before = token;
    end = index + token.length;
  }
  return found;
}

/** True for the I of Charles I; the words before it end at `end`. */
function isNumberOfKing(token: string, before: string, text: string, end: number): boolean {
  return token === 'I' && /^\p{Lu}\p{Ll}+$/u.test(before) && !beginsSentence(text, end - before.length);
}

/** Words that change nothing, unless a number stands before them: inches, the morning, and prices for a day. */
const UNITS_BY_PLACE: ReadonlySet<string> = new Set(['in', 'am', 'a', 'an']);

/** Reads a mark of formulas and code, or a unit behind a number, whose capitals count. Undefined for any other word. */
function readUnit(
  token: string,
  before: string,
  { isShouting, language }: { readonly isShouting: boolean; readonly language: QuestionLanguage },
): Word | undefined {
  if (/^[()[\]{}.,:;!?'"′–—]/u.test(token) || /^\p{L}'+$/u.test(token)) return fact(token);
  if (!/^[-−]?\d/u.test(before)) return undefined;
  const lower = token.toLowerCase();
  if (language === 'en' && UNITS_BY_PLACE.has(lower)) return fact(`u:${lower}`);
  const hasCase = token !== lower && (token.length <= 2 || /\p{Ll}\p{Lu}/u.test(token));
  return hasCase && token.length <= 3 && !isShouting && lower !== 'pm' ? fact(`u:${token}`) : undefined;
}

function fact(text: string): Word {
  return { text, isFact: true, isName: false };
}

/** Numbers with separators of thousands, by the language's decimal mark. */
const GROUPED = { point: /^-?\d{1,3}(?:,\d{3})+(?=\.|$)/u, comma: /^-?\d{1,3}(?:\.\d{3})+(?=,|$)/u };

/** Value of a number: 1,000 and 1000 are the same, and so are 1,5 in German and 1.5 in English. */
function readNumber(token: string, language: QuestionLanguage): string {
  const plain = token.replace('−', '-').replace(/[.,:]+$/u, '');
  if (language !== 'de') return GROUPED.point.test(plain) ? plain.replaceAll(',', '') : plain;
  return (GROUPED.comma.test(plain) ? plain.replaceAll('.', '') : plain).replace(',', '.');
}

/** Characters that may stand between the end of a sentence and the next one. */
const BETWEEN_SENTENCES = /[\s\uE000"'(*-]/u;

/** Walks back to the word before: a pattern would read all of the text again for each word. */
function beginsSentence(text: string, at: number): boolean {
  let last = at - 1;
  while (last >= 0 && text[last] !== '\n' && BETWEEN_SENTENCES.test(text[last] ?? '')) last -= 1;
  return last < 0 || '.!?:\n'.includes(text[last] ?? '');
}

/** Words with another meaning if they are names. */
const HOMOGRAPHS: ReadonlySet<string> = new Set(
  'polish turkey china may march august apple amazon window word shell oracle python java swift rust mercury jaguar excel'.split(
    ' ',
  ),
);

interface WordPlace {
  readonly beginsSentence: boolean;
  readonly isShouting: boolean;
}

/** Undefined for a word that changes no question. */
function readWord(token: string, language: QuestionLanguage, place: WordPlace): Word | undefined {
  const plain = token.replace(/[.'/@-]+$/u, '');
  const { decisive, dropped, same, stem } = WORD_LISTS[language];
  const lower = plain.toLowerCase();
  // A is an article at the beginning of a sentence only, and I is never a name.
  const isLetter = plain.length === 1 && plain !== 'I' && !place.beginsSentence;
  const isAcronym = !place.isShouting && (isLetter || plain.length > 1) && /^\p{Lu}[\p{Lu}\p{N}]*$/u.test(plain);
  const isCode = /[\p{N}_+#/@]|\.\p{L}|\(\)|\p{Ll}\p{Lu}/u.test(plain);
  if (isCode) return { text: /\p{Ll}\p{Lu}|[_./()]/u.test(plain) ? plain : lower, isFact: true, isName: false };
  if (!isAcronym && dropped.has(lower)) return undefined;
  const owner = language === 'en' && lower.endsWith("'s") ? lower.slice(0, -2) : lower;
  const isName = isAcronym || (!place.beginsSentence && !place.isShouting && /^\p{Lu}/u.test(plain));
  const known = same.get(owner);
  const base = known ?? (decisive.has(owner) ? owner : stem(owner));
  const text = same.get(base) ?? base;
  if (isName && HOMOGRAPHS.has(text)) return { text: `^${text}`, isFact: true, isName };
  return { text, isFact: isName || decisive.has(text) || text.startsWith('n:'), isName };
}

const SEGMENTS = new Intl.Segmenter('zh', { granularity: 'word' });
const NUMERALS: Readonly<Record<string, number>> = {
  零: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
};

function segment(text: string): readonly Word[] {
  const { decisive, dropped, same } = WORD_LISTS.zh;
  const found: Word[] = [];
  for (const { segment: word } of SEGMENTS.segment(text)) {
    if (dropped.has(word)) continue;
    const numeral = NUMERALS[word];
    const base = numeral === undefined ? (same.get(word) ?? word) : `n:${numeral}`;
    found.push({ text: base, isFact: numeral !== undefined || decisive.has(base), isName: false });
  }
  return found;
}
