import type { TextPart, TextRole } from './text-part.js';

/**
 * Texts on their way to a thread. One string holds them all: there may be tens of thousands of short ones, and as many objects
 * would take the event loop hundreds of milliseconds to copy.
 */
export interface PackedTexts {
  readonly joined: string;
  readonly lengths: Uint32Array;
}

/** The same for parts, with everything that is known of each. */
export interface PackedParts extends PackedTexts {
  /** 1 for a text that is JSON. */
  readonly json: Uint8Array;
  /** Indexes of ROLES. */
  readonly roles: Uint8Array;
  /** The content that each text is a part of; -1 for one by itself. */
  readonly contents: Int32Array;
}

const ROLES: readonly TextRole[] = [
  'system',
  'user',
  'assistant',
  'tool',
  'reasoning',
  'tool_call',
  'definition',
  'parameter',
];

/** Packs texts without what is known of them. */
export function packTextsOnly(texts: readonly { readonly text: string }[]): PackedTexts {
  const lengths = new Uint32Array(texts.length);
  const list = new Array<string>(texts.length);
  for (const [index, { text }] of texts.entries()) {
    lengths[index] = text.length;
    list[index] = text;
  }
  return { joined: list.join(''), lengths };
}

/** Packs the texts of a request or an answer with their roles and formats. */
export function packTextParts(parts: readonly TextPart[]): PackedParts {
  const json = new Uint8Array(parts.length);
  const roles = new Uint8Array(parts.length);
  const contents = new Int32Array(parts.length);
  for (const [index, { content = -1, format, role }] of parts.entries()) {
    json[index] = format === 'json' ? 1 : 0;
    roles[index] = ROLES.indexOf(role);
    contents[index] = content;
  }
  return { ...packTextsOnly(parts), json, roles, contents };
}

/** The texts in their order, one at a time. */
export function* unpackTexts({ joined, lengths }: PackedTexts): Generator<string> {
  let start = 0;
  for (const length of lengths) {
    yield joined.slice(start, start + length);
    start += length;
  }
}

/** The reverse of `packTextParts`. */
export function unpackTextParts(packed: PackedParts): TextPart[] {
  return Array.from(unpackTexts(packed), (text, index): TextPart => {
    const content = packed.contents[index] ?? -1;
    return {
      role: ROLES[packed.roles[index] ?? 0] ?? 'user',
      text,
      format: packed.json[index] === 1 ? 'json' : undefined,
      content: content < 0 ? undefined : content,
    };
  });
}
