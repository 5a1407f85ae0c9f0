import { isRecord } from '@multilane/contracts';

type Json = Record<string, unknown>;

/** Longer texts are parsed: what comes token by token is shorter. */
const LONGEST_TEXT = 256;

/** Members of a delta that a stream of words changes from event to event. */
const WORDS = ['content', 'reasoning_content'] as const;

/** Random letters that hide the length of a token (developers.openai.com/api/reference, `include_obfuscation`). */
const PADDING = 'obfuscation';

/** Characters of a string of JSON that do not stand for themselves, or may not be in it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON excludes them.
const NOT_PLAIN = /[\\\u0000-\u001f]/;

/** Parsed frames in a row that fitted no event behind them, before no more are made for a stream. */
const MOST_MISSES = 8;

interface AnyChunk {
  choices: object[];
}

/** Event that is relayed: as an object, and as the line of the stream. */
export interface RelayedEvent<Chunk> {
  readonly chunk: Chunk;
  readonly raw: string;
}

/** Frames of one stream: each event that was parsed gives one for those behind it. */
export class TextFrames<Chunk extends AnyChunk> {
  #frame: TextFrame<Chunk> | undefined;
  #misses = 0;

  /** The event of this text; undefined if it has to be parsed. */
  read(text: string): RelayedEvent<Chunk> | undefined {
    if (this.#frame === undefined) return undefined;
    const event = this.#frame.read(text);
    this.#misses = event === undefined ? this.#misses + 1 : 0;
    return event;
  }

  /** Takes note of an event that was parsed and goes out as `raw`: `text` is what came, if it says the same as the chunk. */
  learn(text: string | undefined, chunk: Chunk, raw: string | undefined): void {
    const isLearning = text !== undefined && raw !== undefined && this.#misses < MOST_MISSES;
    this.#frame = isLearning ? TextFrame.of(text, chunk, raw) : undefined;
  }
}

/**
 * Form of events that differ from one another in their words alone, as most of a stream do. They are read by what they have in common,
 * which costs a fraction of parsing them. The result is what the parser would give: all but the words, and the padding, is compared
 * character by character, and words with an escape are left to the parser.
 */
class TextFrame<Chunk extends AnyChunk> {
  private constructor(
    private readonly source: Pieces,
    /** The line that is sent; undefined if it is the source as it came. */
    private readonly sent: Pieces | undefined,
    private readonly chunk: Chunk,
    private readonly choice: Json,
    private readonly delta: Json,
    private readonly words: (typeof WORDS)[number],
  ) {}

  /** The frame of an event that was parsed and is relayed as `raw`; undefined if its words are not all that may change. */
  static of<Chunk extends AnyChunk>(text: string, chunk: Chunk, raw: string): TextFrame<Chunk> | undefined {
    const choice = chunk.choices[0] as Json | undefined;
    if (choice === undefined || chunk.choices.length !== 1 || (choice.finish_reason ?? null) !== null) return undefined;
    const { delta } = choice;
    if (!isRecord(delta) || (delta.tool_calls ?? null) !== null || text.includes('\\')) return undefined;
    const name = WORDS.find((member) => typeof delta[member] === 'string' && delta[member] !== '');
    const padding = (chunk as Json)[PADDING];
    if (name === undefined || (padding !== undefined && typeof padding !== 'string')) return undefined;
    const words = delta[name] as string;
    const source = cut(text, name, words, padding);
    if (source === undefined) return undefined;
    const isAsItCame = raw.length === text.length + LINE_LENGTH && raw.includes(text);
    const sent = isAsItCame ? undefined : cut(raw, name, words, padding);
    if (!isAsItCame && sent === undefined) return undefined;
    // Copied: whoever receives the chunk may change it.
    return new TextFrame(source, sent, { ...chunk }, { ...choice }, { ...delta }, name);
  }

  /** The event of this text; undefined if it differs from the frame in more than its words. Slices are compared many times faster than with `startsWith`. */
  read(text: string): RelayedEvent<Chunk> | undefined {
    const { after, before, between } = this.source;
    const start = before.length;
    const end = text.indexOf('"', start);
    if (end === -1 || end - start > LONGEST_TEXT || text.slice(0, start) !== before) return undefined;
    const words = text.slice(start, end);
    if (NOT_PLAIN.test(words)) return undefined;
    if (after === undefined) {
      return text.slice(end) === between ? this.#write(text, words, undefined) : undefined;
    }
    const middle = end + between.length;
    const last = text.length - after.length;
    if (last < middle || text.slice(end, middle) !== between || text.slice(last) !== after) return undefined;
    const padding = text.slice(middle, last);
    return padding.includes('"') || NOT_PLAIN.test(padding) ? undefined : this.#write(text, words, padding);
  }

  #write(text: string, words: string, padding: string | undefined): RelayedEvent<Chunk> {
    const delta =
      this.words === 'content' ? { ...this.delta, content: words } : { ...this.delta, reasoning_content: words };
    const chunk = { ...this.chunk, choices: [{ ...this.choice, delta }] };
    if (padding !== undefined) (chunk as unknown as Json)[PADDING] = padding;
    return { chunk, raw: this.sent === undefined ? `data: ${text}\n\n` : writeLine(this.sent, words, padding) };
  }
}

function writeLine({ after, before, between }: Pieces, words: string, padding: string | undefined): string {
  return before + words + between + (after === undefined ? '' : padding + after);
}

const LINE_LENGTH = 'data: \n\n'.length;

/** A text around the words and, if `after` is there, around the padding behind them. */
interface Pieces {
  readonly before: string;
  readonly between: string;
  readonly after: string | undefined;
}

function cut(text: string, name: string, words: string, padding: string | undefined): Pieces | undefined {
  const at = findValue(text, name, words);
  if (at === -1) return undefined;
  const end = at + words.length;
  if (padding === undefined) return { before: text.slice(0, at), between: text.slice(end), after: undefined };
  const second = findValue(text, PADDING, padding);
  if (second < end) return undefined;
  return {
    before: text.slice(0, at),
    between: text.slice(end, second),
    after: text.slice(second + padding.length),
  };
}

/** Where the value of the only member of that name begins, behind its quote; -1 if that is not beyond doubt. The text has no escapes. */
function findValue(text: string, name: string, value: string): number {
  const key = `"${name}"`;
  const at = text.indexOf(key);
  if (at === -1 || text.indexOf(key, at + 1) !== -1) return -1;
  let start = at + key.length;
  if (text[start] !== ':') return -1;
  start += text[start + 1] === ' ' ? 2 : 1;
  return text.startsWith(`"${value}"`, start) ? start + 1 : -1;
}
