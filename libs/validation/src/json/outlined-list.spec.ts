import { describe, expect, it } from '@jest/globals';
import { bytesOf, inOutline, unitsOf } from '@multilane/contracts';
import { JsonMeter } from './json-meter.js';
import { keepSource } from './json-source.js';
import { parseOutlined } from './outlined-list.js';
import { parseJsonBody, sourceOf } from './parse-json-body.js';
import { change, Dice, damage, makeObject, makeString, makeValue, SPACES } from './random-json.tools.spec.js';
import { TextScanner } from './text-scanner.js';

const LIMITS = { members: 10_000, items: 10_000 };
const SCANNER = TextScanner.create() as TextScanner;

/** @param least texts of so many bytes are left out */
function readOutlined(text: string, least = 40): Record<string, unknown> | undefined {
  const bytes = Buffer.from(text);
  const meter = new JsonMeter(LIMITS, undefined, least);
  meter.readWhole(bytes, SCANNER);
  return parseOutlined(bytes, meter) as Record<string, unknown> | undefined;
}

/** Reads it as any other body. */
function readPlain(text: string): Record<string, unknown> {
  const bytes = Buffer.from(text);
  const meter = new JsonMeter(LIMITS);
  const body = parseJsonBody(bytes, meter) as Record<string, unknown>;
  keepSource(body, bytes, meter);
  return body;
}

const isUnread = (body: object): boolean => Object.getOwnPropertyDescriptor(body, 'messages')?.get !== undefined;

const toText = (pieces: readonly Uint8Array[] | undefined): string | undefined =>
  pieces && Buffer.concat(pieces).toString();

const LONG = `${'long and \\"quoted\\" '.repeat(10)}\\u00e9 é 漢字 🙂 \\n`;
const CHAT = `{"model":"a","messages":[{"role":"user","content":"${LONG}"},{"role":"user","content":"short"}],"n":1}`;

describe('the outline of a body', () => {
  it('is read in the place of the messages, which are parsed when they are read', () => {
    const body = readOutlined(CHAT) ?? {};
    const outline = inOutline(() => body.messages) as { role: string; content: string }[];
    expect(outline.map(({ role }) => role)).toEqual(['user', 'user']);
    expect(outline[1]?.content).toBe('short');
    expect(outline[0]?.content).not.toContain('quoted');
    expect(isUnread(body)).toBe(true);
    expect(body).toEqual(JSON.parse(CHAT));
    expect(isUnread(body)).toBe(false);
  });

  it('says how long the texts are', () => {
    const body = readOutlined(CHAT) ?? {};
    const meant = JSON.parse(`"${LONG}"`) as string;
    inOutline(() => {
      const [{ content = '' } = {}] = body.messages as { content?: string }[];
      expect([unitsOf(content), bytesOf(content)]).toEqual([meant.length, Buffer.byteLength(meant)]);
    });
    expect([unitsOf(meant), bytesOf(meant)]).toEqual([meant.length, Buffer.byteLength(meant)]);
  });

  it('has its own bytes written, whether the messages were read or not', () => {
    const body = readOutlined(CHAT) ?? {};
    const source = sourceOf(body);
    const expected = CHAT.replace('"model":"a"', '"model":"b"');
    expect(source?.isOutlined).toBe(true);
    expect(inOutline(() => toText(source?.write({ ...body, model: 'b' })))).toBe(expected);
    expect(isUnread(body)).toBe(true);
    expect(toText(source?.write({ ...body, model: 'b' }))).toBe(expected);
    expect(inOutline(() => toText(source?.write({ ...body, model: 'b' })))).toBe(expected);
  });

  it.each([
    ['no escape of a surrogate', 'short', true],
    ['an escape that looks like one', '\\\\n d83d', true],
    ['half a pair', '\\ud83d', false],
    ['half a pair in capitals', '\\uDE42', false],
    ['a whole pair, which nobody has looked at', '\\ud83d\\ude42', false],
  ])('says of a body with %s in a short text whether it is sure to be well-formed', (_what, text, isWellFormed) => {
    const body = readOutlined(CHAT.replace('short', text)) ?? {};
    expect(sourceOf(body)?.isWellFormed).toBe(isWellFormed);
  });

  it('is never written itself', () => {
    const body = readOutlined(CHAT) ?? {};
    const source = sourceOf(body);
    inOutline(() => {
      const [first] = body.messages as object[];
      expect(source?.write({ ...body, messages: [first] })).toBeUndefined();
      expect(source?.write({ ...body, others: [{ first }] })).toBeUndefined();
      expect(toText(source?.write({ ...body, messages: [] }))).toBe('{"model":"a","messages":[],"n":1}');
    });
  });

  it('is not of a copy, and goes when the messages are replaced', () => {
    const body = readOutlined(CHAT) ?? {};
    expect(isUnread({ ...body })).toBe(false);
    body.messages = [];
    expect(inOutline(() => body.messages)).toEqual([]);
    expect(JSON.stringify(body)).toBe('{"model":"a","messages":[],"n":1}');
  });

  it('leaves out texts of messages that may be anything, and no others', () => {
    const long = 'x'.repeat(100);
    const parts = `{"type":"text","text" :\n"${long}"},{"type":"image_url","image_url":{"url":"${long}"}}`;
    const calls = `[{"id":"${long}","function":{"name":"${long}","arguments":"${long}"}}]`;
    const text = `{"user":"${long}","x":{"content":"${long}"},"messages":[{"content":[${parts}]},{"tool_calls":${calls}}]}`;
    const body = readOutlined(text) ?? {};
    const outline = JSON.stringify(inOutline(() => ({ ...body })));
    expect(outline.split(long)).toHaveLength(6);
    expect(outline.match(/nobody has read/g)).toHaveLength(2);
    expect(JSON.stringify(body)).toBe(text.replace(' :\n', ':'));
  });

  it.each([
    ['no messages', `{"input":[{"content":"${LONG}"}]}`],
    ['messages that are no list', `{"messages":{"content":"${LONG}"}}`],
    ['messages twice', `{"messages":[],"messages":[{"content":"${LONG}"}]}`],
    ['messages twice, once with an escape', `{"messages":[{"content":"${LONG}"}],"mess\\u0061ges":[]}`],
    ['a name twice further inside', `{"messages":[{"content":"${LONG}","content":""}]}`],
    ['a long integer', `{"messages":[{"content":"${LONG}"}],"seed":12345678901234567}`],
    ['as many digits around a point', `{"messages":[{"content":"${LONG}"}],"seed":12345678.12345678}`],
    ['a name that ends as that of a text does', `{"messages":[{"x\\"content":"${LONG}"}]}`],
    ['short texts', '{"messages":[{"content":"short"}]}'],
    ['a byte order mark', `\uFEFF{"messages":[{"content":"${LONG}"}]}`],
    ['an escape that is half a character', `{"messages":[{"content":"${LONG}\\ud83d\\ude42"}]}`],
    ['an escape that is none', `{"messages":[{"content":"${LONG}\\x"}]}`],
    ['an escape of three digits', `{"messages":[{"content":"${LONG}\\u12g4"}]}`],
    ['a line break within a text', `{"messages":[{"content":"${LONG}\n"}]}`],
    ['a text that does not end', `{"messages":[{"content":"${LONG}`],
    ['a text that ends within an escape', `{"messages":[{"content":"${LONG}\\`],
    ['an escape that the end of the body cuts', `{"messages":[{"content":"${LONG}\\u12`],
    ['nothing behind the messages', `{"messages":[{"content":"${LONG}"}]`],
    ['a long text as a name', `{"messages":[{"content":{"${LONG}":1}}]}`],
    [
      'more than is parsed at once outside of the texts',
      `{"messages":[{"content":"${LONG}"}],"x":"${'x'.repeat(300_000)}"}`,
    ],
  ])('is not made of a body with %s', (_what, text) => {
    expect(readOutlined(text)).toBeUndefined();
  });
});

/** A body with messages, at times where and as none is expected. */
function makeChat(dice: Dice): string {
  const messages = Array.from({ length: dice.below(4) }, () => makeMessage(dice)).join();
  const name = dice.below(10) === 0 ? '"mess\\u0061ges"' : '"messages"';
  const list = `${dice.of(SPACES)}${name}${dice.of(SPACES)}:${dice.of(SPACES)}[${messages}]`;
  const others = dice.below(3) === 0 ? makeObject(dice, 1).slice(1, -1) : '"n":1.0';
  const members = [others, list, ...(dice.below(10) === 0 ? [list] : [])].filter((each) => each.trim() !== '');
  return `{${(dice.below(2) === 0 ? members : members.reverse()).join()}}`;
}

function makeMessage(dice: Dice): string {
  const space = (): string => dice.of(SPACES);
  const name = dice.of(['content', 'content', 'text', 'arguments', 'other', 'x\\"content']);
  const value = dice.below(8) === 0 ? makeValue(dice, 1) : makeLongString(dice);
  return `{${space()}"role"${space()}:"user",${space()}"${name}"${space()}:${space()}${value}${space()}}`;
}

/** Most without halves of characters as escapes, with which a text is parsed at once. */
function makeLongString(dice: Dice): string {
  const mayBeHalf = dice.below(4) === 0;
  const texts = Array.from({ length: 1 + dice.below(12) }, () => makeString(dice).slice(1, -1));
  return `"${texts.filter((text) => mayBeHalf || !text.includes('\\ud')).join('')}"`;
}

/** `FUZZ_CASES=1000000 pnpm jest libs/validation/src/json/outlined-list.spec.ts` for as many as the bar asks for. */
const CASES = Number(process.env.FUZZ_CASES ?? 4_000);

it('an outlined body says, weighs and writes what it does when it is parsed at once, for any text', () => {
  const seen = { outlined: 0, plain: 0 };
  for (let seed = 0; seed < CASES; seed += 1) {
    const dice = new Dice(seed);
    const text = damage(dice, `${dice.of(SPACES)}${makeChat(dice)}${dice.of(SPACES)}`);
    const outlined = readOutlined(text, 1 + dice.below(60));
    if (outlined === undefined) {
      seen.plain += 1;
      continue;
    }
    let plain: Record<string, unknown>;
    try {
      plain = readPlain(text);
    } catch (error) {
      throw new Error(`outlined, though it is no JSON: ${text}`, { cause: error });
    }
    seen.outlined += 1;
    const lengths = inOutline(() => lengthsOf(outlined.messages));
    const written = inOutline(() => writeChanged(seed, outlined));
    const found = { text, isUnread: isUnread(outlined), written, lengths, json: JSON.stringify(outlined) };
    expect(found).toEqual({
      text,
      isUnread: true,
      written: writeChanged(seed, plain),
      lengths: lengthsOf(plain.messages),
      json: JSON.stringify(plain),
    });
  }
  expect(Math.min(seen.outlined, seen.plain)).toBeGreaterThan(CASES / 10);
}, 3_600_000);

/** With the same changes for the same seed, but none of the messages. */
function writeChanged(seed: number, body: Readonly<Record<string, unknown>>): string | undefined {
  const changed = change(new Dice(seed), { ...body });
  return toText(sourceOf(body)?.write({ ...changed, messages: body.messages }));
}

/** Lengths of every text of a value. */
function lengthsOf(value: unknown): [units: number, bytes: number][] {
  if (typeof value === 'string') return [[unitsOf(value), bytesOf(value)]];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(lengthsOf) : [];
}
