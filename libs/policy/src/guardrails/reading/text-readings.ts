import type { TextPart, TextRole } from '../text-part.js';
import { foldCharacters, foldSpace, readTags } from './fold-text.js';
import { unescapeText } from './unescape-text.js';

/** One way in which a text can be read. */
export interface Reading {
  readonly role: TextRole;
  readonly text: string;
  /** Without invisible characters and look-alikes; white space stays. */
  readonly plain: string;
  /** The same with white space folded too; the very text where it reads alike. */
  readonly folded: string;
}

/**
 * Every way in which the texts of a request or an answer can be read (docs/contract/guardrails.md#what-is-read): each
 * part by itself, the parts of one content joined, escape sequences decoded, and what is written in invisible tags.
 * Worked out once, when first asked for.
 */
export class TextReadings {
  #list: readonly Reading[] | undefined;

  constructor(readonly parts: readonly TextPart[]) {}

  list(): readonly Reading[] {
    this.#list ??= [...listReadings(this.parts)];
    return this.#list;
  }
}

/** The same, each worked out when it is asked for. */
export function* listReadings(parts: readonly TextPart[]): Generator<Reading> {
  let contents: Map<number, TextPart[]> | undefined;
  for (const part of parts) {
    yield* readText(part.role, part.text, part.format === 'json');
    if (part.content === undefined || parts.length === 1) continue;
    contents ??= new Map();
    const known = contents.get(part.content);
    if (known) known.push(part);
    else contents.set(part.content, [part]);
  }
  for (const joined of contents?.values() ?? []) if (joined.length > 1) yield* readJoined(joined);
}

/** Some providers put nothing between the parts of a content when they join them, and others a line break. */
function* readJoined(parts: readonly TextPart[]): Generator<Reading> {
  const texts = parts.map(({ text }) => text);
  const role = parts[0]?.role ?? 'user';
  yield* readText(role, texts.join(''), false);
  yield* readText(role, texts.join('\n'), false);
}

function* readText(role: TextRole, text: string, isJson: boolean): Generator<Reading> {
  yield readAs(role, text);
  const unescaped = unescapeText(text, isJson);
  if (unescaped !== text) yield readAs(role, unescaped);
  const hidden = readTags(text);
  if (hidden !== '') yield readAs(role, hidden);
}

function readAs(role: TextRole, text: string): Reading {
  const plain = foldCharacters(text);
  return { role, text, plain, folded: foldSpace(plain) };
}
