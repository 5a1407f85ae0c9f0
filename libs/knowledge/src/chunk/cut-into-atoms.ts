import type { Block } from '../document/parsed-document.js';
import { type RenderedBlock, type RenderedDocument, renderTableHeader } from '../document/render-document.js';

/** The smallest part that chunks are made of: a heading, a sentence, a list item, a row, a line of code. */
export interface Atom {
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  readonly page: number | undefined;
  /** The headings above the atom. A heading is the last of its own path. */
  readonly path: readonly string[];
  readonly kind: Block['kind'];
  /** Tokens of the whole block for its first atom, otherwise 0. */
  readonly blockTokens: number;
  /** For the rows of a table: the header to repeat where a chunk starts with this row. */
  readonly header: TableHeader | undefined;
}

interface TableHeader {
  readonly text: string;
  readonly tokens: number;
}

type Span = readonly [start: number, end: number];
type Count = (text: string) => number;

/** No tokenizer writes more characters than this per token of ordinary text. Longer spans are cut before they are counted. */
const LETTERS_PER_TOKEN = 8;

/** Sentences are looked for in windows of this many characters, which bounds the time between two atoms. */
const SENTENCE_WINDOW = 20_000;

/** Cuts a document into atoms of at most `limit` tokens, in order and without gaps other than white space. */
export function* cutIntoAtoms(rendered: RenderedDocument, limit: number, count: Count): Generator<Atom> {
  const path: string[] = [];
  const levels: number[] = [];
  for (const { block, start, end } of rendered.blocks) {
    if (block.kind === 'heading') {
      while ((levels.at(-1) ?? 0) >= block.level) {
        levels.pop();
        path.pop();
      }
      levels.push(block.level);
      path.push(block.text);
    }
    yield* cutBlock(rendered.text, { block, start, end }, [...path], limit, count);
  }
}

function* cutBlock(
  text: string,
  { block, start, end }: RenderedBlock,
  path: readonly string[],
  limit: number,
  count: Count,
): Generator<Atom> {
  const header = block.kind === 'table' ? findHeader(block, limit, count) : undefined;
  const budget = limit - (header?.tokens ?? 0);
  const headerEnd = header === undefined ? start : text.indexOf(header.text, start) + header.text.length;
  const toAtom = ({ from, to, tokens }: Part, blockTokens: number): Atom => ({
    start: from,
    end: to,
    tokens,
    page: block.page,
    path,
    kind: block.kind,
    blockTokens,
    header: from >= headerEnd ? header : undefined,
  });
  const parts = measure(text, fitSpans(text, cutSpans(text, block, start, end), budget, count), end, count);
  // The tokens of a block matter only where it fits into a chunk, so a longer one is not measured to its end.
  const first: Part[] = [];
  let total = 0;
  while (total <= limit) {
    const { value, done } = parts.next();
    if (done) break;
    first.push(value);
    total += value.tokens;
  }
  for (const [index, part] of first.entries()) yield toAtom(part, index === 0 ? total : 0);
  for (const part of parts) yield toAtom(part, 0);
}

interface Part {
  readonly from: number;
  readonly to: number;
  /** Tokens of the part and the white space behind it. */
  readonly tokens: number;
}

function* measure(text: string, spans: Iterable<Span>, end: number, count: Count): Generator<Part> {
  let last: Span | undefined;
  for (const span of spans) {
    if (last !== undefined) yield { from: last[0], to: last[1], tokens: count(text.slice(last[0], span[0])) };
    last = span;
  }
  if (last !== undefined) yield { from: last[0], to: last[1], tokens: count(text.slice(last[0], end)) };
}

function* fitSpans(text: string, spans: Iterable<Span>, limit: number, count: Count): Generator<Span> {
  for (const span of spans) yield* cutToFit(text, span, limit, count);
}

/** The header of a table, unless it would take more than half of each chunk. */
function findHeader(block: Block & { kind: 'table' }, limit: number, count: Count): TableHeader | undefined {
  const text = renderTableHeader(block).join('\n');
  const tokens = text === '' ? 0 : count(`${text}\n`);
  return tokens === 0 || tokens > limit / 2 ? undefined : { text, tokens };
}

/** Sentences of paragraphs, lines of everything else. */
function* cutSpans(text: string, block: Block, start: number, end: number): Generator<Span> {
  if (block.kind === 'heading') yield [start, end];
  else if (block.kind === 'paragraph') yield* cutSentences(text, start, end);
  else yield* cutLines(text, start, end);
}

function* cutLines(text: string, start: number, end: number): Generator<Span> {
  for (let from = start; from < end; ) {
    const found = text.indexOf('\n', from);
    const to = found === -1 || found > end ? end : found;
    yield* trimmed(text, from, to);
    from = to + 1;
  }
}

let sentences: Intl.Segmenter | undefined;

function* cutSentences(text: string, start: number, end: number): Generator<Span> {
  sentences ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  for (let from = start; from < end; ) {
    const to = end - from <= SENTENCE_WINDOW ? end : breakBefore(text, from, from + SENTENCE_WINDOW);
    for (const { index, segment } of sentences.segment(text.slice(from, to))) {
      yield* trimmed(text, from + index, from + index + segment.length);
    }
    from = to;
  }
}

/** A span without the white space around it; nothing if there is nothing else. Indentation stays. */
function* trimmed(text: string, start: number, end: number): Generator<Span> {
  let to = end;
  while (to > start && isSpace(text.charCodeAt(to - 1))) to -= 1;
  if (to > start) yield [start, to];
}

/**
 * Halves a span, at white space where there is any, until each part has at most `limit` tokens. A line may have millions of
 * characters, so that its parts wait in a list and not in calls within calls.
 */
function* cutToFit(text: string, whole: Span, limit: number, count: Count): Generator<Span> {
  const waiting: Span[] = [whole];
  for (let span = waiting.pop(); span !== undefined; span = waiting.pop()) {
    const [start, end] = span;
    const middle = findCut(text, span, limit, count);
    if (middle >= end) yield span;
    else waiting.push(...trimmed(text, middle, end), ...trimmed(text, start, middle));
  }
}

/** Finds the place to cut a span that has too many tokens; its end if it fits, or cannot be cut. */
function findCut(text: string, [start, end]: Span, limit: number, count: Count): number {
  const size = end - start;
  const tooLong = size > limit * LETTERS_PER_TOKEN;
  if (size <= 1 || (!tooLong && count(text.slice(start, end)) <= limit)) return end;
  return breakBefore(text, start, tooLong ? start + limit * LETTERS_PER_TOKEN : start + Math.ceil(size / 2));
}

/** The last place at or before `end` that follows white space, or else lies between two characters. */
function breakBefore(text: string, start: number, end: number): number {
  for (let at = end; at > start + (end - start) / 2; at -= 1) {
    if (isSpace(text.charCodeAt(at - 1))) return at;
  }
  const splitsPair = (text.charCodeAt(end) & 0xfc00) === 0xdc00 && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  if (!splitsPair) return end;
  return end - 1 > start ? end - 1 : end + 1;
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 160 || code === 0x3000;
}
