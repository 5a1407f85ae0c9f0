import { parseBoundedJson } from '@multilane/contracts';
import { type Replacements, type Rewriter, rewriteText, TextRewriter } from './text-rewriter.js';

/** A bare token longer than this is none of JSON and is no longer held. */
const LONGEST_TOKEN = 256;

/**
 * Rewrites the strings of a JSON text that comes in pieces, such as the arguments of a tool call: each is unescaped,
 * rewritten and escaped again, so that the text stays JSON. A number that is replaced becomes a string.
 */
export class JsonRewriter implements Rewriter {
  readonly #string: TextRewriter;
  readonly #replacements: Replacements;
  #inString = false;
  /** The beginning of an escape sequence, with its backslash. */
  #escape = '';
  /** A number or a word outside strings. */
  #token = '';

  constructor(replacements: Replacements) {
    this.#replacements = replacements;
    this.#string = new TextRewriter(replacements);
  }

  push(text: string): string {
    let ready = '';
    let at = 0;
    while (at < text.length) {
      if (this.#inString) {
        const [written, end] = this.#readString(text, at);
        ready += written;
        at = end;
      } else ready += this.#takeOutside(text[at++] ?? '');
    }
    return ready;
  }

  end(): string {
    const rest = this.#inString ? escapeText(this.#string.end()) + this.#escape : this.#finishToken();
    this.#inString = false;
    this.#escape = '';
    return rest;
  }

  #takeOutside(character: string): string {
    if (character === '"') {
      const token = this.#finishToken();
      this.#inString = true;
      return `${token}"`;
    }
    if ('{}[],: \t\r\n'.includes(character)) return this.#finishToken() + character;
    this.#token += character;
    return this.#token.length > LONGEST_TOKEN ? this.#finishToken() : '';
  }

  #finishToken(): string {
    const token = this.#token;
    if (token === '') return '';
    this.#token = '';
    if (this.#replacements.replaceToken) return this.#replacements.replaceToken(token);
    return rewriteToken(token, this.#replacements);
  }

  /** Reads within a string up to its end or that of the piece; returns what is ready and the place behind it. */
  #readString(text: string, from: number): [string, number] {
    let plain = '';
    let start = from;
    for (let at = from; at < text.length; at++) {
      const character = text[at] ?? '';
      if (this.#escape !== '') {
        this.#escape += character;
        const value = unescapeSequence(this.#escape);
        start = at + 1;
        if (value === undefined) continue;
        plain += value;
        this.#escape = '';
      } else if (character === '\\') {
        plain += text.slice(start, at);
        this.#escape = character;
        start = at + 1;
      } else if (character === '"') {
        plain += text.slice(start, at);
        this.#inString = false;
        return [`${escapeText(this.#string.push(plain) + this.#string.end())}"`, at + 1];
      }
    }
    return [escapeText(this.#string.push(plain + text.slice(start))), text.length];
  }
}

/** The same for a JSON text that is there as a whole; the very text if nothing is replaced. */
export function rewriteJson(text: string, replacements: Replacements): string {
  let isChanged = false;
  const rewriter = new JsonRewriter({
    plan: replacements.plan,
    replace: (entity, value) => {
      const replaced = replacements.replace(entity, value);
      if (replaced !== value) isChanged = true;
      return replaced;
    },
  });
  const rewritten = rewriter.push(text) + rewriter.end();
  return isChanged ? rewritten : text;
}

/** Rewrites a bare token of JSON, such as a number: what is replaced becomes a string. */
export function rewriteToken(token: string, replacements: Replacements): string {
  const rewritten = rewriteText(token, replacements);
  return rewritten === token ? token : JSON.stringify(rewritten);
}

const JSON_START = /^\s*[[{"]/;
const ESCAPED_LETTER = /\\u[0-9a-f]{4}/i;

/** True if a text begins like JSON and has escaped letters; it may be cut off. */
export function looksLikeEscapedJson(text: string): boolean {
  return JSON_START.test(text) && ESCAPED_LETTER.test(text);
}

/**
 * True if a text is JSON whose letters are escaped, as results of tools often are: its values are not seen otherwise.
 */
export function isEscapedJson(text: string): boolean {
  if (!looksLikeEscapedJson(text)) return false;
  try {
    parseBoundedJson(text);
    return true;
  } catch {
    return false;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Text of an escape sequence; undefined while it is not complete. */
function unescapeSequence(sequence: string): string | undefined {
  const kind = sequence[1] ?? '';
  if (kind !== 'u') return ESCAPES[kind] ?? kind;
  return sequence.length < 6 ? undefined : String.fromCharCode(Number.parseInt(sequence.slice(2), 16));
}

export function escapeText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
