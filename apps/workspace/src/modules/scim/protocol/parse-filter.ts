import { parseBoundedJson } from '@multilane/contracts';
import { badRequest } from './scim-error.js';

export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';

/** A filter (RFC 7644 section 3.4.2.2). Names are as they were written. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Filter[] }
  | { readonly kind: 'not'; readonly inner: Filter }
  | { readonly kind: 'present'; readonly name: string }
  | {
      readonly kind: 'compare';
      readonly name: string;
      readonly by: Comparison;
      readonly value: string | number | boolean | null;
    }
  /** `emails[…]`, `emails[…].value eq …`: one value of the attribute meets it all. */
  | { readonly kind: 'some'; readonly name: string; readonly inner: Filter };

const LONGEST = 4_000;
const DEEPEST = 20;

const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;
const COMPARISONS: ReadonlySet<string> = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']);
const NAME = /^[a-z$][\w$.:-]*$/i;
const CONSTANTS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/** Reads a filter. Fails with 400 `invalidFilter`. */
export function parseFilter(text: string): Filter {
  if (text.length > LONGEST) throw refuse(`has more than ${LONGEST} characters`);
  const reader = new Reader(tokenize(text));
  const filter = reader.readAny();
  if (!reader.isAtEnd) throw refuse('goes on after its end');
  return filter;
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  const trimmed = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const match = TOKEN.exec(trimmed);
    if (match === null) throw refuse('has a text that does not end');
    tokens.push(match[1] ?? match[2] ?? match[3] ?? '');
  }
  return tokens;
}

/** Reads tokens from left to right. `and` binds stronger than `or`. */
class Reader {
  private next = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly string[]) {}

  get isAtEnd(): boolean {
    return this.next >= this.tokens.length;
  }

  readAny(): Filter {
    return this.readJoined('or', () => this.readJoined('and', () => this.readOne()));
  }

  private readJoined(word: 'and' | 'or', readPart: () => Filter): Filter {
    const first = readPart();
    const of = [first];
    while (this.takes(word)) of.push(readPart());
    return of.length === 1 ? first : { kind: word, of };
  }

  private readOne(): Filter {
    if (this.takes('(')) return this.readInner(')');
    const name = this.take();
    if (name.toLowerCase() === 'not' && this.takes('(')) return { kind: 'not', inner: this.readInner(')') };
    if (!NAME.test(name)) throw refuse('lacks the name of an attribute');
    if (this.takes('[')) return { kind: 'some', name, inner: this.readElement() };
    return this.readComparison(name);
  }

  /** The filter in brackets, and what may follow them: `emails[type eq "work"].value eq "ada@example.com"`. */
  private readElement(): Filter {
    const inner = this.readInner(']');
    const next = this.tokens[this.next] ?? '';
    if (!next.startsWith('.')) return inner;
    this.next += 1;
    const part = next.slice(1);
    if (!NAME.test(part)) throw refuse('lacks the name of an attribute');
    return { kind: 'and', of: [inner, this.readComparison(part)] };
  }

  private readComparison(name: string): Filter {
    const by = this.take().toLowerCase();
    if (by === 'pr') return { kind: 'present', name };
    if (!COMPARISONS.has(by)) throw refuse('compares by an operator that SCIM does not have');
    return { kind: 'compare', name, by: by as Comparison, value: readValue(this.take()) };
  }

  private readInner(end: string): Filter {
    this.depth += 1;
    if (this.depth > DEEPEST) throw refuse('is nested too deeply');
    const inner = this.readAny();
    if (!this.takes(end)) throw refuse(`lacks a \`${end}\``);
    this.depth -= 1;
    return inner;
  }

  private take(): string {
    const token = this.tokens[this.next];
    if (token === undefined) throw refuse('ends too early');
    this.next += 1;
    return token;
  }

  private takes(word: string): boolean {
    if (this.tokens[this.next]?.toLowerCase() !== word) return false;
    this.next += 1;
    return true;
  }
}

function readValue(token: string): string | number | boolean | null {
  const constant = token.toLowerCase();
  if (Object.hasOwn(CONSTANTS, constant)) return CONSTANTS[constant] ?? null;
  try {
    const value: unknown = parseBoundedJson(token);
    if (typeof value === 'string' || typeof value === 'number') return value;
  } catch {
    // Reported below.
  }
  throw refuse('compares with something that is no value');
}

function refuse(words: string): Error {
  return badRequest('invalidFilter', `The filter ${words}.`, 'filter');
}
