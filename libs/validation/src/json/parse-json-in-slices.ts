import { keepLongIntegers, parseJsonText } from '@multilane/contracts';

/** Lets whatever waits have its turn. */
export type Pause = () => Promise<void>;

/** So many bytes are parsed in a turn, beside one string that is longer. */
const SLICE_BYTES = 128 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** A list or an object that is too large for one turn, and is put together from slices. */
interface Frame {
  readonly value: unknown[] | Record<string, unknown>;
  /** Start of the part that is not parsed; -1 behind an item that has a frame of its own. */
  from: number;
  /** Behind such an item. */
  behindItem: number;
  /** A comma has come, so that another item must. */
  awaitsItem: boolean;
}

/**
 * Parses a text of any size and shape as `JSON.parse` does, in many turns of the event loop: large lists and objects
 * are put together from slices. Call it with a text that a `JsonMeter` has read: its levels are on a list.
 *
 * @param pause lets others run; it may throw to give up
 * @param keepsLongIntegers whether an integer that a double cannot hold becomes raw JSON
 * @throws SyntaxError as `JSON.parse` does
 */
export function parseJsonInSlices(bytes: Buffer, pause: Pause, keepsLongIntegers = false): Promise<unknown> {
  return new SlicedJson(bytes, pause, keepsLongIntegers ? parseWithLongIntegers : parseJsonText).parse();
}

function parseWithLongIntegers(text: string): unknown {
  return keepLongIntegers(text, parseJsonText(text));
}

class SlicedJson {
  private readonly frames: Frame[] = [];
  /**
   * Positions at which the lists and objects begin that are open within the part that is not parsed, and of their last
   * commas.
   */
  private readonly opened: number[] = [];
  private readonly commas: number[] = [];
  /** The last comma of the frame itself. */
  private ownComma = -1;
  private root: unknown;
  private at = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly pause: Pause,
    private readonly parseSlice: (text: string) => unknown,
  ) {}

  async parse(): Promise<unknown> {
    const { bytes } = this;
    if (bytes.length <= SLICE_BYTES) return this.parseSlice(bytes.toString('utf8'));
    let pausedAt = 0;
    while (this.at < bytes.length) {
      this.step(bytes[this.at] ?? 0);
      if (this.at - pausedAt < SLICE_BYTES) continue;
      pausedAt = this.at;
      await this.pause();
    }
    // A text that never became large is parsed as it is, with its mistakes.
    if (this.root === undefined) return this.parseSlice(bytes.toString('utf8'));
    if (this.frames.length > 0) throw new SyntaxError('Unexpected end of JSON input');
    return this.root;
  }

  private step(code: number): void {
    const { at } = this;
    this.at = at + 1;
    if (code === QUOTE) this.at = findStringEnd(this.bytes, at + 1);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) this.open(at);
    else if (code === COMMA) this.separate(at);
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) this.close(at, code);
  }

  private open(at: number): void {
    // Nothing follows the end of the text, and no value directly follows another.
    if (this.root !== undefined && (this.frames.at(-1)?.from ?? -1) === -1) throw unexpected();
    this.opened.push(at);
    this.commas.push(-1);
  }

  private separate(at: number): void {
    const { commas, opened } = this;
    if (opened.length > 0) commas[commas.length - 1] = at;
    else this.endItems(at);
    if (at - this.unparsedFrom() > SLICE_BYTES) this.slice(at);
  }

  private unparsedFrom(): number {
    const frame = this.frames.at(-1);
    return frame === undefined ? (this.opened[0] ?? this.at) : frame.from;
  }

  /** A comma of the frame itself. */
  private endItems(at: number): void {
    const frame = this.frames.at(-1);
    if (frame === undefined) throw unexpected();
    if (frame.from === -1) {
      this.expectSpace(frame.behindItem, at);
      frame.from = at + 1;
      frame.awaitsItem = true;
    }
    this.ownComma = at;
  }

  /** Parses what is whole, and gives the outermost list or object that is not a frame of its own, as long as it is large. */
  private slice(at: number): void {
    for (let first = this.opened[0]; ; first = this.opened[0]) {
      const frame = this.frames.at(-1);
      if (frame !== undefined && frame.from !== -1 && this.ownComma >= frame.from) {
        this.take(frame, this.ownComma);
        frame.from = this.ownComma + 1;
        frame.awaitsItem = true;
      }
      if (first === undefined || at - first < SLICE_BYTES / 2) return;
      this.enter(frame, first);
    }
  }

  private enter(parent: Frame | undefined, at: number): void {
    const value: Frame['value'] = this.bytes[at] === OPEN_LIST ? [] : {};
    if (parent === undefined) {
      this.expectSpace(0, at);
      this.root = value;
    } else {
      this.put(parent, this.nameBefore(parent, at), value);
      parent.from = -1;
    }
    this.frames.push({ value, from: at + 1, behindItem: -1, awaitsItem: false });
    this.opened.shift();
    this.ownComma = this.commas.shift() ?? -1;
  }

  /** Name of an item of an object; nothing for one of a list. */
  private nameBefore(parent: Frame, at: number): string {
    const text = this.bytes.toString('utf8', parent.from, at).trim();
    if (Array.isArray(parent.value)) {
      if (text !== '') throw unexpected();
      return '';
    }
    if (text.charCodeAt(text.length - 1) !== COLON) throw unexpected();
    const name: unknown = JSON.parse(text.slice(0, -1));
    if (typeof name !== 'string') throw unexpected();
    return name;
  }

  private close(at: number, code: number): void {
    if (this.opened.length > 0) {
      this.opened.pop();
      this.commas.pop();
      return;
    }
    const frame = this.frames.pop();
    if (frame === undefined || Array.isArray(frame.value) !== (code === CLOSE_LIST)) throw unexpected();
    if (frame.from === -1) this.expectSpace(frame.behindItem, at);
    else this.take(frame, at);
    const parent = this.frames.at(-1);
    this.ownComma = -1;
    if (parent === undefined) this.expectSpace(at + 1, this.bytes.length);
    else parent.behindItem = at + 1;
  }

  /** Parses the items of the frame up to there. */
  private take(frame: Frame, end: number): void {
    const text = this.bytes.toString('utf8', frame.from, end);
    if (text.trim() === '') {
      if (frame.awaitsItem) throw unexpected();
      return;
    }
    if (Array.isArray(frame.value)) {
      for (const item of this.parseSlice(`[${text}]`) as unknown[]) frame.value.push(item);
      return;
    }
    const members = this.parseSlice(`{${text}}`) as Record<string, unknown>;
    for (const name in members) this.put(frame, name, members[name]);
  }

  private put({ value }: Frame, name: string, item: unknown): void {
    if (Array.isArray(value)) value.push(item);
    else if (name !== '__proto__') value[name] = item;
    // A member like any other, as the parser makes it.
    else Object.defineProperty(value, name, { value: item, enumerable: true, configurable: true, writable: true });
  }

  private expectSpace(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const code = this.bytes[at];
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) throw unexpected();
    }
  }
}

/** Behind the closing quote of the string that `from` is in. */
function findStringEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let first = at;
    while (first > from && bytes[first - 1] === BACKSLASH) first--;
    if ((at - first) % 2 === 0) return at + 1;
  }
  return bytes.length;
}

function unexpected(): SyntaxError {
  return new SyntaxError('Unexpected token in JSON');
}
