import { isRawInteger } from '@multilane/contracts';

/** Puts placeholders for personal data into a text, in pieces; the very text if there is none. */
export type RedactText = (text: string) => Generator<undefined, string>;

export interface BoundPayload {
  readonly value: unknown;
  readonly isTruncated: boolean;
}

/** Replaces what was cut. */
export const TRUNCATED = '…[truncated]';

/** Longer than any value of personal data: what a cut may go through is cut off with it. */
const MARGIN = 400;
const DEEPEST = 64;
/** Size of a member beside its text. */
const OVERHEAD = 4;

/** Images, sounds and files in base64 say nothing to a reader and would fill the space. */
const LONGEST_BINARY = 2_048;
const BINARY = /^(?:data:[\w.+/-]{0,100};base64,)?[A-Za-z0-9+/=_-]{2048}/;

/**
 * A copy of a JSON value with at most so many characters of text, without personal data. Takes time in proportion to what is
 * copied, however large the value is; others may have their turn on the event loop wherever it yields.
 */
export function* boundPayload(
  value: unknown,
  maxCharacters: number,
  redact: RedactText | undefined,
): Generator<undefined, BoundPayload> {
  const copier = new BoundedCopier(maxCharacters, redact);
  const copied = yield* copier.copy(value, 0);
  return { value: copied, isTruncated: copier.isTruncated };
}

class BoundedCopier {
  isTruncated = false;

  constructor(
    private left: number,
    private readonly redact: RedactText | undefined,
  ) {}

  *copy(value: unknown, depth: number): Generator<undefined, unknown> {
    this.left -= OVERHEAD;
    if (typeof value === 'string') return yield* this.copyText(value);
    if (typeof value === 'number' || isRawInteger(value)) return yield* this.copyNumber(value);
    if (typeof value !== 'object' || value === null) return value ?? null;
    if (depth >= DEEPEST) return this.cut();
    return Array.isArray(value) ? yield* this.copyList(value, depth) : yield* this.copyObject(value, depth);
  }

  private *copyList(list: readonly unknown[], depth: number): Generator<undefined, unknown[]> {
    const copied: unknown[] = [];
    for (const item of list) {
      if (this.left <= 0) {
        copied.push(this.cut());
        break;
      }
      copied.push(yield* this.copy(item, depth + 1));
      yield;
    }
    return copied;
  }

  private *copyObject(object: object, depth: number): Generator<undefined, object> {
    const copied: [string, unknown][] = [];
    for (const name in object) {
      if (!Object.hasOwn(object, name)) continue;
      if (this.left <= 0) {
        copied.push([TRUNCATED, true]);
        this.isTruncated = true;
        break;
      }
      const member = (object as Readonly<Record<string, unknown>>)[name];
      if (member !== undefined) copied.push([yield* this.copyText(name), yield* this.copy(member, depth + 1)]);
      yield;
    }
    return Object.fromEntries(copied);
  }

  /** A number that is personal data becomes a text. */
  private *copyNumber(value: unknown): Generator<undefined, unknown> {
    const digits = typeof value === 'number' ? String(value) : JSON.stringify(value);
    const redacted = yield* this.redacted(digits);
    this.left -= digits.length;
    if (redacted !== digits) return redacted;
    return typeof value === 'number' ? value : Number(digits);
  }

  private *redacted(text: string): Generator<undefined, string> {
    return this.redact ? yield* this.redact(text) : text;
  }

  private *copyText(text: string): Generator<undefined, string> {
    if (text.length > LONGEST_BINARY && BINARY.test(text)) {
      this.isTruncated = true;
      this.left -= OVERHEAD;
      return `…[${text.length} characters of binary data]`;
    }
    if (text.length <= this.left) {
      this.left -= text.length;
      return yield* this.redacted(text);
    }
    const room = Math.max(0, this.left);
    this.left = 0;
    this.isTruncated = true;
    if (this.redact === undefined) return text.slice(0, room) + TRUNCATED;
    // A value at the cut could not be recognised: more is looked at, and what the cut may go through is left out.
    const redacted = yield* this.redact(text.slice(0, room + MARGIN));
    return redacted.slice(0, Math.max(0, redacted.length - MARGIN)).slice(0, room) + TRUNCATED;
  }

  private cut(): string {
    this.isTruncated = true;
    return TRUNCATED;
  }
}
