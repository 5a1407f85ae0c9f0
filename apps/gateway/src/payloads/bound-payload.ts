import { isRawInteger } from '@multilane/contracts';

/** Puts placeholders for personal data into a text; the very text where there is none. */
export type RedactText = (text: string) => string;

export interface BoundPayload {
  readonly value: unknown;
  readonly isTruncated: boolean;
}

/** Stands where something was cut. */
export const TRUNCATED = '…[truncated]';

/** Longer than any value of personal data: what a cut may go through is cut off with it. */
const MARGIN = 400;
const DEEPEST = 64;
/** What a member costs beside its text. */
const OVERHEAD = 4;

/** Images, sounds and files in base64 say nothing to a reader and would fill the space. */
const LONGEST_BINARY = 2_048;
const BINARY = /^(?:data:[\w.+/-]{0,100};base64,)?[A-Za-z0-9+/=_-]{2048}/;

/**
 * A copy of a JSON value with at most so many characters of text, without personal data. Takes time in proportion to what is
 * copied, however large the value is.
 */
export function boundPayload(value: unknown, maxCharacters: number, redact: RedactText | undefined): BoundPayload {
  const copier = new BoundedCopier(maxCharacters, redact);
  return { value: copier.copy(value, 0), isTruncated: copier.isTruncated };
}

class BoundedCopier {
  isTruncated = false;

  constructor(
    private left: number,
    private readonly redact: RedactText | undefined,
  ) {}

  copy(value: unknown, depth: number): unknown {
    this.left -= OVERHEAD;
    if (typeof value === 'string') return this.copyText(value);
    if (typeof value === 'number' || isRawInteger(value)) return this.copyNumber(value);
    if (typeof value !== 'object' || value === null) return value ?? null;
    if (depth >= DEEPEST) return this.cut();
    return Array.isArray(value) ? this.copyList(value, depth) : this.copyObject(value, depth);
  }

  private copyList(list: readonly unknown[], depth: number): unknown[] {
    const copied: unknown[] = [];
    for (const item of list) {
      if (this.left <= 0) {
        copied.push(this.cut());
        break;
      }
      copied.push(this.copy(item, depth + 1));
    }
    return copied;
  }

  private copyObject(object: object, depth: number): object {
    const copied: [string, unknown][] = [];
    for (const name in object) {
      if (!Object.hasOwn(object, name)) continue;
      if (this.left <= 0) {
        copied.push([TRUNCATED, true]);
        this.isTruncated = true;
        break;
      }
      const member = (object as Readonly<Record<string, unknown>>)[name];
      if (member !== undefined) copied.push([this.copyText(name), this.copy(member, depth + 1)]);
    }
    return Object.fromEntries(copied);
  }

  /** A number that is personal data becomes a text. */
  private copyNumber(value: unknown): unknown {
    const digits = typeof value === 'number' ? String(value) : JSON.stringify(value);
    const redacted = this.redact?.(digits) ?? digits;
    this.left -= digits.length;
    if (redacted !== digits) return redacted;
    return typeof value === 'number' ? value : Number(digits);
  }

  private copyText(text: string): string {
    if (text.length > LONGEST_BINARY && BINARY.test(text)) {
      this.isTruncated = true;
      this.left -= OVERHEAD;
      return `…[${text.length} characters of binary data]`;
    }
    if (text.length <= this.left) {
      this.left -= text.length;
      return this.redact?.(text) ?? text;
    }
    const room = Math.max(0, this.left);
    this.left = 0;
    this.isTruncated = true;
    if (this.redact === undefined) return text.slice(0, room) + TRUNCATED;
    // A value at the cut could not be recognised: more is looked at, and what the cut may go through is left out.
    const redacted = this.redact(text.slice(0, room + MARGIN));
    return redacted.slice(0, Math.max(0, redacted.length - MARGIN)).slice(0, room) + TRUNCATED;
  }

  private cut(): string {
    this.isTruncated = true;
    return TRUNCATED;
  }
}
