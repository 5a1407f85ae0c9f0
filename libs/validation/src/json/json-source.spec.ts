import { describe, expect, it } from '@jest/globals';
import { JsonMeter } from './json-meter.js';
import { keepSource } from './json-source.js';
import { type BodySource, parseJsonBody, sourceOf } from './parse-json-body.js';
import { parseLargeJsonBody } from './parse-large-json-body.js';
import { change, Dice, damage, makeObject, SPACES } from './random-json.tools.spec.js';

const LIMITS = { members: 10_000, items: 10_000 };
const pause = () => Promise.resolve();

interface Read {
  readonly body: unknown;
  readonly source: BodySource | undefined;
}

const found = (body: unknown): Read => ({
  body,
  source: typeof body === 'object' && body !== null ? sourceOf(body) : undefined,
});

/** Reads a body as the service does if its bytes come in one piece. */
function read(text: string): Read {
  const bytes = Buffer.from(text);
  const meter = new JsonMeter(LIMITS);
  const body = parseJsonBody(bytes, meter);
  keepSource(body, bytes, meter);
  return found(body);
}

/** Reads a body as the service does if it comes in pieces and has long strings. */
async function readInPieces(text: string, size: number): Promise<Read> {
  const bytes = Buffer.from(text);
  const meter = new JsonMeter(LIMITS, 20);
  for (let at = 0; at < bytes.length; at += size) meter.read(bytes.subarray(at, at + size));
  const body = await parseLargeJsonBody(bytes, meter.longStrings, pause, 'secret', meter.hasLongNumbers);
  keepSource(body, bytes, meter);
  return found(body);
}

const toText = (pieces: readonly Uint8Array[] | undefined): string | undefined =>
  pieces && Buffer.concat(pieces).toString();

const write = (text: string, changes: Readonly<Record<string, unknown>> = {}): string | undefined => {
  const { body, source } = read(text);
  return toText(source?.write({ ...(body as object), ...changes }));
};

describe('the bytes of a body (docs/contract/requests.md#json-bodies)', () => {
  it('are what is written of what was not changed', () => {
    const text = '{ "model" : "a" , "x":1.0, "messages" :[ {"content":"\\u0041\\/é"} ],"n":1e2\n}';
    expect(write(text)).toBe('{"model" : "a" ,"x":1,"messages" :[ {"content":"\\u0041\\/é"} ],"n":100}');
    expect(write(text, { model: 'b"' })).toBe(
      '{"model":"b\\"","x":1,"messages" :[ {"content":"\\u0041\\/é"} ],"n":100}',
    );
    expect(write(text, { x: undefined, n: undefined, y: { z: [] } })).toBe(
      '{"model" : "a" ,"messages" :[ {"content":"\\u0041\\/é"} ],"y":{"z":[]}}',
    );
  });

  it('are not sent of integers that are spelt otherwise, which readers of 64 bits reject', () => {
    expect(write('{"n":1e18,"m":12345678901234.0e2}')).toBe('{"n":1000000000000000000,"m":1234567890123400}');
  });

  it('are sent as they came where they are long, and copied where they are short', () => {
    const bytes = Buffer.from(`{"model":"a","x":1,"messages":["${'m'.repeat(70_000)}"],"n":2,"y":3}`);
    const meter = new JsonMeter(LIMITS);
    const body = parseJsonBody(bytes, meter) as Record<string, unknown>;
    keepSource(body, bytes, meter);
    const pieces = sourceOf(body)?.write({ ...body, model: 'b', y: 4 }) ?? [];
    expect(pieces.map(({ buffer }) => buffer === bytes.buffer)).toEqual([false, true, false]);
    expect(toText(pieces)).toBe(`{"model":"b","x":1,"messages":["${'m'.repeat(70_000)}"],"n":2,"y":4}`);
  });

  it('leave out members that were removed from the parsed body itself', () => {
    const { body, source } = read('{"a":null,"b":{"c":null},"d":null}');
    const members = body as Record<string, unknown>;
    delete members.a;
    delete members.d;
    expect(toText(source?.write(members))).toBe('{"b":{"c":null}}');
  });

  it('make an object of nothing, and of members that are all new', () => {
    expect(write('{}')).toBe('{}');
    expect(write('{"a":1}', { a: undefined })).toBe('{}');
    expect(write(' {} ', { b: 1 })).toBe('{"b":1}');
  });

  it('know a member by its name, however it is spelt', () => {
    expect(write('{"mod\\u0065l":"a","n\\"":1,"n\\\\":2}', { model: 'b' })).toBe('{"model":"b","n\\"":1,"n\\\\":2}');
  });

  it('keep __proto__ a member like any other', () => {
    expect(write('{"__proto__":{"a":1},"b":2}')).toBe('{"__proto__":{"a":1},"b":2}');
    const { body, source } = read('{"__proto__":{"a":1},"b":2}');
    const others = Object.fromEntries(Object.entries(body as object).filter(([name]) => name !== '__proto__'));
    expect(toText(source?.write(others))).toBe('{"b":2}');
  });

  it('are not there for a copy', () => {
    const { body } = read('{"a":1}');
    expect(sourceOf({ ...(body as object) })).toBeUndefined();
  });

  it('write no long member anew', () => {
    const text = `{"a":"${'x'.repeat(70_000)}","b":1}`;
    expect(write(text, { b: 2 })).toHaveLength(text.length);
    expect(write(text, { a: undefined })).toBe('{"b":1}');
    expect(write(text, { a: 'short' })).toBeUndefined();
  });

  it.each([
    ['a name twice', '{"model":"a","model":"b"}'],
    ['a name twice, once with an escape', '{"model":"a","mod\\u0065l":"b"}'],
    ['a name twice, with equal values', '{"a":{},"a":{}}'],
    ['a name twice further inside', '{"messages":[{"content":"bad","content":"good"}]}'],
    ['a name twice in what is replaced by a later member', '{"a":{"b":1,"b":2},"c":[{"d":{"e":1,"e":{"f":2}}}]}'],
    ['__proto__ twice', '{"__proto__":1,"__proto__":2}'],
    ['digits that a double may not hold', '{"a":[12345678901234567]}'],
    ['a fraction of as many digits', '{"a":0.1234567890123456}'],
    ['as many digits around a point', '{"a":12345678.12345678}'],
    ['a number that is infinite to a double', '{"a":{"b":-1e400}}'],
    ['a list', '[{"a":1}]'],
    ['more members than are noted', `{${Array.from({ length: 256 }, (_, nth) => `"n${nth}":0`).join()}}`],
  ])('are not sent with %s', (_what, text) => {
    expect(read(text).source).toBeUndefined();
  });
});

/** A reader of JSON that knows nothing of the one that it is compared with. */
class Oracle {
  isPlain = true;
  private at = 0;

  constructor(private readonly text: string) {}

  /** True if the text is an object without anything for which it must be written anew. Only for texts that are JSON. */
  static allows(text: string): boolean {
    const oracle = new Oracle(text);
    oracle.skipSpace();
    if (text[oracle.at] !== '{') return false;
    oracle.value();
    return oracle.isPlain;
  }

  private skipSpace(): void {
    while (/[ \t\r\n\uFEFF]/.test(this.text[this.at] ?? '')) this.at += 1;
  }

  private string(): string {
    const from = this.at;
    this.at += 1;
    while (this.text[this.at] !== '"') this.at += this.text[this.at] === '\\' ? 2 : 1;
    this.at += 1;
    return this.text
      .slice(from + 1, this.at - 1)
      .replace(/\\(u([0-9a-fA-F]{4})|.)/g, (_whole, short: string, code: string | undefined) =>
        code === undefined ? (ESCAPES[short] ?? short) : String.fromCharCode(Number.parseInt(code, 16)),
      );
  }

  private value(): void {
    this.skipSpace();
    const first = this.text[this.at] ?? '';
    if (first === '"') this.string();
    else if (first === '{') this.members();
    else if (first === '[') this.items();
    else {
      const from = this.at;
      while (/[-+.0-9a-zE]/.test(this.text[this.at] ?? '')) this.at += 1;
      const word = this.text.slice(from, this.at);
      if (/\d{16}/.test(word.replace('.', '')) || Math.abs(Number(word)) === Number.POSITIVE_INFINITY)
        this.isPlain = false;
    }
    this.skipSpace();
  }

  private members(): void {
    const names = new Set<string>();
    for (let isFirst = true; ; isFirst = false) {
      this.at += 1;
      this.skipSpace();
      if (isFirst && this.text[this.at] === '}') break;
      const name = this.string();
      if (names.has(name)) this.isPlain = false;
      names.add(name);
      this.skipSpace();
      this.at += 1;
      this.value();
      if (this.text[this.at] === '}') break;
    }
    this.at += 1;
  }

  private items(): void {
    for (let isFirst = true; ; isFirst = false) {
      this.at += 1;
      this.skipSpace();
      if (isFirst && this.text[this.at] === ']') break;
      this.value();
      if (this.text[this.at] === ']') break;
    }
    this.at += 1;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

function outcomeOf(action: () => Read): Outcome {
  try {
    return action();
  } catch (error) {
    return { refusal: String((error as { code?: unknown }).code) };
  }
}

type Outcome = Read | { readonly refusal: string };

/** Fails where a body that was read is not what the ordinary way makes of it, or where what is written does not say what it should. */
function check(dice: Dice, text: string, read: Outcome, plain: unknown, isSent: boolean): void {
  if ('refusal' in read) throw new Error(`refused: ${text}`);
  if (JSON.stringify(read.body) !== JSON.stringify(plain)) throw new Error(`read otherwise: ${text}`);
  if ((read.source !== undefined) !== isSent) throw new Error(`sent or not, against the oracle: ${text}`);
  if (read.source === undefined) return;
  const changed = change(dice, read.body as Record<string, unknown>);
  const written = toText(read.source.write(changed)) ?? 'undefined';
  const again = parseJsonBody(Buffer.from(written));
  if (JSON.stringify(again) !== JSON.stringify(changed)) throw new Error(`${text} became ${written}`);
  // Integers that were spelt with an exponent are written with all of their digits.
  if (!Oracle.allows(written.replaceAll(/(?<=[:,[\s])-?\d{16,}(?=[,}\]\s])/g, '0')))
    throw new Error(`a name occurs twice: ${text} became ${written}`);
}

/** `FUZZ_CASES=1000000 pnpm jest libs/validation/src/json/json-source.spec.ts` for as many as the bar asks for. */
const CASES = Number(process.env.FUZZ_CASES ?? 4_000);

it('the bytes of a body say what parsing and writing it anew says, for any text that comes in any pieces', async () => {
  const seen = { sent: 0, anew: 0, refused: 0 };
  for (let seed = 0; seed < CASES; seed += 1) {
    const dice = new Dice(seed);
    const text = damage(dice, `${dice.of(SPACES)}${makeObject(dice, 0)}${dice.of(SPACES)}`);
    // The ordinary way: no meter, no source.
    const plain = outcomeOf(() => ({ body: parseJsonBody(Buffer.from(text)), source: undefined }));
    const outcomes = [
      outcomeOf(() => read(text)),
      await readInPieces(text, 1 + dice.below(40)).catch((error: { code?: unknown }) => ({
        refusal: String(error.code),
      })),
    ];
    if ('refusal' in plain) {
      seen.refused += 1;
      expect({ text, outcomes }).toEqual({ text, outcomes: [plain, plain] });
      continue;
    }
    const isSent = Oracle.allows(text);
    seen[isSent ? 'sent' : 'anew'] += 1;
    for (const outcome of outcomes) check(dice, text, outcome, plain.body, isSent);
  }
  // Each kind of case has occurred.
  expect(Math.min(seen.sent, seen.anew, 5 * seen.refused)).toBeGreaterThan(CASES / 10);
}, 3_600_000);
