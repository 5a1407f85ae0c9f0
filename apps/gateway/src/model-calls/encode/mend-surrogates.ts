import type { UpstreamDraft } from '@multilane/providers';

type Body = UpstreamDraft['body'];

const ESCAPE = '\\u';
const ESCAPE_LENGTH = 6;
/** Replacement of the same length. */
const REPLACEMENT = '\\ufffd';

/**
 * A body of JSON without halves of surrogate pairs: each becomes U+FFFD. JSON can only say them as escapes, and providers answer 400 to
 * them; editors that cut a text in the middle of an emoji make them. The same body where there is none.
 */
export function mendSurrogates(body: Body): Body {
  if (typeof body === 'string') return mendText(body);
  if (Array.isArray(body)) {
    const mended = body.map(mendBytes);
    return mended.every((piece, index) => piece === body[index]) ? body : mended;
  }
  return body instanceof Uint8Array ? mendBytes(body) : body;
}

/** The members of a request in which there is one. */
export function nameMended(request: object): string[] {
  return Object.entries(request).flatMap(([name, value]) => {
    const text = JSON.stringify(value) ?? '';
    return mendText(text) === text ? [] : [name];
  });
}

function mendText(text: string): string {
  const places = findLone(text, (at) => text.charCodeAt(at));
  if (places.length === 0) return text;
  const pieces: string[] = [];
  let end = 0;
  for (const at of places) {
    pieces.push(text.slice(end, at), REPLACEMENT);
    end = at + ESCAPE_LENGTH;
  }
  pieces.push(text.slice(end));
  return pieces.join('');
}

function mendBytes(bytes: Uint8Array): Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const places = findLone(view, (at) => view[at] ?? 0);
  if (places.length === 0) return bytes;
  const copy = Buffer.from(view);
  for (const at of places) copy.write(REPLACEMENT, at, 'latin1');
  return copy;
}

interface Searchable {
  indexOf(text: string, from: number): number;
}

/** Finds the escapes of one half that stand without the other. */
function findLone(text: Searchable, codeAt: (at: number) => number): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(ESCAPE, 0); at !== -1; ) {
    let next = at + 2;
    if (!isEscaped(at, codeAt)) {
      const half = readHalf(at, codeAt);
      const isPair = half === 'first' && readHalf(at + ESCAPE_LENGTH, codeAt) === 'second';
      if (half !== undefined && !isPair) places.push(at);
      if (half !== undefined) next = at + (isPair ? 2 * ESCAPE_LENGTH : ESCAPE_LENGTH);
    }
    at = text.indexOf(ESCAPE, next);
  }
  return places;
}

const BACKSLASH = 0x5c;

/** True if the backslash is the second of a pair, which stands for itself. */
function isEscaped(at: number, codeAt: (at: number) => number): boolean {
  let first = at;
  while (first > 0 && codeAt(first - 1) === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}

/** `\ud800` to `\udbff` are first halves, `\udc00` to `\udfff` second ones. */
function readHalf(at: number, codeAt: (at: number) => number): 'first' | 'second' | undefined {
  if (codeAt(at) !== BACKSLASH || codeAt(at + 1) !== 0x75) return undefined;
  if ((codeAt(at + 2) | 0x20) !== 0x64) return undefined;
  const digit = Number.parseInt(String.fromCharCode(codeAt(at + 3)), 16);
  if (Number.isNaN(digit) || digit < 8) return undefined;
  return digit < 0xc ? 'first' : 'second';
}
