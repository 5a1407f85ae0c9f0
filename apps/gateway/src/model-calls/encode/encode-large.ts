import { type AnyRequest, isRawInteger } from '@multilane/contracts';
import { pause } from '@multilane/http';
import { groupOf } from '@multilane/providers';
import type { CallPlan } from '../model-call.js';

/** Shorter texts are written with the rest. */
const LONG_TEXT = 64 * 1024;

/** A long text is written in slices of so many characters, and others have their turn between two. */
const SLICE = 1024 * 1024;

/** Members whose text every provider gets as it is; other long texts, such as a data URL, may be split on the way. */
const TEXT_MEMBERS: ReadonlySet<string> = new Set(['content', 'text', 'prompt', 'input', 'query']);

/**
 * Encodes a large request with a codec, in many turns of the event loop and without a second copy of its long texts in memory: stand-ins
 * are encoded in their place, and the texts are written where the stand-ins end up.
 */
export async function encodeLarge(
  { adapter, request }: Pick<CallPlan, 'adapter' | 'request'>,
  encode: (request: AnyRequest) => string[],
): Promise<(string | Buffer)[]> {
  const group = groupOf(adapter);
  const texts = new Map<string, string>();
  // The simulator and a signature want the body as text.
  const isRelayed = group.startsWith('R');
  const short = group === 'S' || group === 'B' ? request : takeOut(request, isRelayed, texts);
  const bodies = encode(short as AnyRequest);
  await pause();
  if (texts.size === 0) return bodies;
  const written: Buffer[] = [];
  for (const body of bodies) written.push(await putBack(body, texts));
  return written;
}

const MARK = 'long-text';

/** A copy of a value with stand-ins in the place of long texts; parts without long texts are shared with the original. */
function takeOut(value: unknown, isAnyText: boolean, texts: Map<string, string>, name = ''): unknown {
  if (typeof value === 'string') {
    const isText = value.length > LONG_TEXT && (isAnyText ? name !== 'arguments' : isPlainText(name, value));
    return isText ? standInFor(value, texts) : value;
  }
  if (typeof value !== 'object' || value === null || isRawInteger(value)) return value;
  if (Array.isArray(value)) {
    let changed: unknown[] | undefined;
    for (let index = 0; index < value.length; index++) {
      const item = takeOut(value[index], isAnyText, texts, name);
      if (item === value[index]) continue;
      changed ??= [...value];
      changed[index] = item;
    }
    return changed ?? value;
  }
  const members = value as Readonly<Record<string, unknown>>;
  let changed: Record<string, unknown> | undefined;
  for (const each in members) {
    const member = takeOut(members[each], isAnyText, texts, each);
    if (member === members[each]) continue;
    changed ??= { ...members };
    changed[each] = member;
  }
  return changed ?? value;
}

function isPlainText(name: string, value: string): boolean {
  return TEXT_MEMBERS.has(name) && !value.startsWith('data:');
}

function standInFor(text: string, texts: Map<string, string>): string {
  const standIn = `${MARK}-${crypto.randomUUID()}`;
  texts.set(standIn, text);
  return standIn;
}

const STAND_IN = new RegExp(`(${MARK}-[0-9a-f-]{36})`);

/** The body with the texts in the place of their stand-ins. Nobody can write a stand-in that is not one of `texts`. */
async function putBack(body: string, texts: ReadonlyMap<string, string>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (const part of body.split(STAND_IN)) {
    const text = texts.get(part);
    if (text === undefined) pieces.push(Buffer.from(part));
    else await writeText(text, pieces);
  }
  await pause();
  return Buffer.concat(pieces);
}

/** Adds a text as it is written in a string of JSON, without the quotes. */
async function writeText(text: string, pieces: Buffer[]): Promise<void> {
  for (let from = 0; from < text.length; ) {
    let end = Math.min(from + SLICE, text.length);
    // A pair of surrogates is one character.
    if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800 && end < text.length && end - from > 1) end--;
    pieces.push(Buffer.from(JSON.stringify(text.slice(from, end)).slice(1, -1)));
    from = end;
    await pause();
  }
}
