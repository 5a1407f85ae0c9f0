import { type ProblemKind, writeProblem } from '@multilane/contracts';
import type { z } from 'zod';

/** Beginnings of the validator's own messages. Others are those of the schema, in words of this product. */
const RAW = /^(?:Invalid|Too (?:small|big)|Unrecognized|Expected)/;

const TYPES: Readonly<Record<string, ProblemKind>> = {
  string: 'not_text',
  number: 'not_number',
  int: 'not_whole',
  boolean: 'not_flag',
  array: 'not_list',
  object: 'not_object',
  record: 'not_object',
};

const TOO_SMALL: Readonly<Record<string, ProblemKind>> = { string: 'too_short' };
const TOO_LARGE: Readonly<Record<string, ProblemKind>> = {
  string: 'too_long',
  array: 'too_many_items',
  object: 'too_many_entries',
};
/** Most values of a choice, or names of fields, that a sentence lists. */
const MOST_NAMED = 10;

/** Describes a problem of the schema as the end of a sentence that begins with the field. The validator's own words are never shown. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  if (!RAW.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return writeProblem(
        issue.message.endsWith('received undefined') ? 'required' : (TYPES[issue.expected] ?? 'not_allowed'),
      );
    case 'too_small':
      if (issue.minimum === 1 && issue.origin in TOO_LARGE) return writeProblem('empty');
      return writeProblem(TOO_SMALL[issue.origin] ?? 'too_small', { min: Number(issue.minimum) });
    case 'too_big':
      return writeProblem(TOO_LARGE[issue.origin] ?? 'too_large', { max: Number(issue.maximum) });
    case 'invalid_value':
      return writeProblem('not_choice', { choices: issue.values.slice(0, MOST_NAMED).map(String).join(', ') });
    case 'unrecognized_keys':
      return writeProblem('unknown_fields', { fields: issue.keys.slice(0, MOST_NAMED).join(', ').slice(0, 200) });
    case 'invalid_format':
      return writeProblem('not_allowed_form');
    default:
      return writeProblem('not_allowed');
  }
}
