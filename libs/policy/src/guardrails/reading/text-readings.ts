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

  constructor(private readonly parts: readonly TextPart[]) {}

  list(): readonly Reading[] {
    this.#list ??= listReadings(this.parts);
    return this.#list;
  }
}

function listReadings(parts: readonly TextPart[]): Reading[] {
  const readings: Reading[] = [];
  let contents: Map<number, TextPart[]> | undefined;
  for (const part of parts) {
    addReadings(readings, part.role, part.text, part.format === 'json');
    if (part.content === undefined || parts.length === 1) continue;
    contents ??= new Map();
    const known = contents.get(part.content);
    if (known) known.push(part);
    else contents.set(part.content, [part]);
  }
  for (const joined of contents?.values() ?? []) if (joined.length > 1) addJoined(readings, joined);
  return readings;
}

/** Where a provider joins the parts of a content, some put nothing between them and others a line break. */
function addJoined(readings: Reading[], parts: readonly TextPart[]): void {
  const texts = parts.map(({ text }) => text);
  const role = parts[0]?.role ?? 'user';
  addReadings(readings, role, texts.join(''), false);
  addReadings(readings, role, texts.join('\n'), false);
}

function addReadings(readings: Reading[], role: TextRole, text: string, isJson: boolean): void {
  addReading(readings, role, text);
  const unescaped = unescapeText(text, isJson);
  if (unescaped !== text) addReading(readings, role, unescaped);
  const hidden = readTags(text);
  if (hidden !== '') addReading(readings, role, hidden);
}

function addReading(readings: Reading[], role: TextRole, text: string): void {
  const plain = foldCharacters(text);
  readings.push({ role, text, plain, folded: foldSpace(plain) });
}
