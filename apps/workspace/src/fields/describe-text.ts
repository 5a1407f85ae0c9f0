import { isMisleading, writeProblem } from '@multilane/contracts';

/** Rules for a text. */
export interface TextRules {
  /** Fewest characters; 1 by default. */
  readonly min?: number;
  /** Most characters; 200 by default. */
  readonly max?: number;
  /** Line breaks and tabs are allowed. */
  readonly multiline?: boolean;
  /** A password: any character that can be typed. */
  readonly secret?: boolean;
  /** A form that the text must have, and how it is called: `must be …`. */
  readonly form?: { readonly pattern: Pick<RegExp, 'source' | 'test'>; readonly name: string };
}

/** Characters that no name needs, and that databases and terminals stumble over. */
const CONTROL = /[\p{Cc}\p{Cs}]/u;
const CONTROL_BUT_LINES = /[\p{Cs}]|[^\P{Cc}\n\r\t]/u;

/** Describes the problem of a text, in words that follow its name; undefined if there is none. */
export function describeText(
  value: unknown,
  { min = 1, max = 200, multiline, secret, form }: TextRules,
): string | undefined {
  if (typeof value !== 'string') return writeProblem('not_text');
  if (value.length < min || (min > 0 && value.trim() === '')) {
    return min > 1 ? writeProblem('too_short', { min }) : writeProblem('empty');
  }
  if (value.length > max) return writeProblem('too_long', { max });
  if ((multiline ? CONTROL_BUT_LINES : CONTROL).test(value)) {
    return writeProblem('control_characters');
  }
  if (!multiline && !secret && isMisleading(value)) {
    return writeProblem('hidden_characters');
  }
  return form && !form.pattern.test(value) ? `must be ${form.name}` : undefined;
}
