import { isRecord } from '@multilane/contracts';
import { toCamelCase } from './to-snake-case.js';

const PLAIN_KEY = /^[\w*-]+$/;
const LONGEST_KEY = 100;

/** A value of the source together with its path. Texts come as gateway.yaml has them, where `$${` is a literal `${`. */
export class SourceNode {
  constructor(
    readonly value: unknown,
    readonly path: string,
    /** True: keys may be written as `override_params` and as `overrideParams`. */
    private readonly isInEitherCase = false,
  ) {}

  at(key: string): SourceNode {
    const found = this.isInEitherCase && !this.has(key) && this.has(toCamelCase(key)) ? toCamelCase(key) : key;
    const value = isRecord(this.value) && this.has(found) ? this.value[found] : undefined;
    return new SourceNode(value, joinPath(this.path, found), this.isInEitherCase);
  }

  private has(key: string): boolean {
    return isRecord(this.value) && Object.hasOwn(this.value, key);
  }

  get exists(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** Entries of a list; none if it is something else. */
  get items(): readonly SourceNode[] {
    if (!Array.isArray(this.value)) return [];
    return this.value.map(
      (value: unknown, index) => new SourceNode(value, `${this.path}[${index}]`, this.isInEitherCase),
    );
  }

  /** Members of a mapping; none if it is something else. */
  get entries(): readonly (readonly [string, SourceNode])[] {
    if (!isRecord(this.value)) return [];
    return Object.keys(this.value).map((key) => [escapeReferences(key), this.at(key)] as const);
  }

  /** A string that is not empty, or a number as text. */
  get text(): string | undefined {
    if (typeof this.value === 'number') return String(this.value);
    return typeof this.value === 'string' && this.value !== '' ? escapeReferences(this.value) : undefined;
  }

  /** A finite number, also one that is written as a string. */
  get number(): number | undefined {
    if (typeof this.value === 'string' && this.value.trim() === '') return undefined;
    const number = typeof this.value === 'string' ? Number(this.value) : this.value;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  }

  /** True and false, also as strings. */
  get flag(): boolean | undefined {
    if (typeof this.value === 'boolean') return this.value;
    const word = typeof this.value === 'string' ? this.value.toLowerCase() : undefined;
    if (word === 'true') return true;
    return word === 'false' ? false : undefined;
  }

  /** The texts of a list of texts, or one text. */
  get texts(): readonly string[] {
    if (typeof this.value === 'string') return this.text === undefined ? [] : [this.text];
    return this.items.flatMap(({ text }) => text ?? []);
  }
}

function joinPath(path: string, key: string): string {
  if (!PLAIN_KEY.test(key)) return `${path}[${JSON.stringify(key.slice(0, LONGEST_KEY))}]`;
  const short = key.slice(0, LONGEST_KEY);
  return path === '' ? short : `${path}.${short}`;
}

function escapeReferences(text: string): string {
  return text.replaceAll('${', () => '$${');
}
