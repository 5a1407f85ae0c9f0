import { findStringEnd } from './json-strings.js';

/** Far more than any request needs, and far less than what makes serialising it again overflow the stack. */
export const MAXIMUM_DEPTH = 256;

/** True if a parsed JSON value has more levels of objects and lists than these. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (isDeeperThan(value[index], levels - 1)) return true;
    return false;
  }
  const members = value as Record<string, unknown>;
  for (const name in members) if (isDeeperThan(members[name], levels - 1)) return true;
  return false;
}

/**
 * Parses a text as `JSON.parse` does, but right about names that are written with escapes. V8 13.6 (Node 24) takes such
 * a name for another one that it has met in that place before, no matter who sent it, where that one begins the text of
 * the name as it is written: the name `n"`, written `n\"`, for the name `n\`. A name that it gets wrong therefore holds
 * a backslash, and only a value with such a name is read once more. One of too many levels is returned as it is.
 *
 * @throws SyntaxError as `JSON.parse` does
 */
export function parseJsonText(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!text.includes('\\') || !holdsBackslashName(value, MAXIMUM_DEPTH)) return value;
  return isDeeperThan(value, MAXIMUM_DEPTH) ? value : parseWithStandIns(text);
}

/** The same for a text so large that each step is a turn of its own: `pause` lets others run in between. */
export async function parseJsonTextInTurns(text: string, pause: () => Promise<void>): Promise<unknown> {
  const value: unknown = JSON.parse(text);
  await pause();
  if (!text.includes('\\') || !holdsBackslashName(value, MAXIMUM_DEPTH)) return value;
  if (isDeeperThan(value, MAXIMUM_DEPTH)) return value;
  const { names, marked } = markNames(text);
  await pause();
  const parsed: unknown = JSON.parse(marked);
  await pause();
  return rename(parsed, names);
}

function holdsBackslashName(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (holdsBackslashName(value[index], levels - 1)) return true;
    return false;
  }
  const members = value as Record<string, unknown>;
  for (const name in members) {
    if (name.includes('\\') || holdsBackslashName(members[name], levels - 1)) return true;
  }
  return false;
}

/** Behind a name. */
const COLON = /[ \t\r\n]*:/y;

/** Parses a text that is known to be JSON with a plain name in the place of each of its own, and puts those back. */
function parseWithStandIns(text: string): unknown {
  const { names, marked } = markNames(text);
  return rename(JSON.parse(marked), names);
}

function markNames(text: string): { names: string[]; marked: string } {
  const names: string[] = [];
  const pieces: string[] = [];
  let copied = 0;
  for (let at = text.indexOf('"'); at >= 0; ) {
    const end = findStringEnd(text, at + 1);
    COLON.lastIndex = end;
    if (COLON.test(text)) {
      pieces.push(text.slice(copied, at), `"n${names.length}"`);
      names.push(JSON.parse(text.slice(at, end)) as string);
      copied = end;
    }
    at = text.indexOf('"', end);
  }
  return { names, marked: pieces.join('') + text.slice(copied) };
}

function rename(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => rename(item, names));
  return Object.fromEntries(
    Object.entries(value).map(([standIn, member]) => [names[Number(standIn.slice(1))], rename(member, names)]),
  );
}
