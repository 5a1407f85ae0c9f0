import type { z } from 'zod';

/** Beginnings of the validator's own messages. Others are those of the schema, in words of this product. */
const RAW = /^(?:Invalid|Too (?:small|big)|Unrecognized|Expected)/;

const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries', object: ' members' };

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Describes a problem of the schema as the end of a sentence that begins with the field. The validator's own words are never shown. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  if (!RAW.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is required'
        : `must be ${TYPES[issue.expected] ?? `of the type ${issue.expected}`}`;
    case 'too_small':
      if (issue.minimum === 1 && issue.origin in UNITS) return 'must not be empty';
      return `must be at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`;
    case 'invalid_value':
      return `must be one of ${issue.values.slice(0, 10).map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `has an unknown field: ${issue.keys.slice(0, 10).join(', ').slice(0, 200)}`;
    case 'invalid_format':
      return 'has characters or a form that are not allowed here';
    default:
      return 'has a value that is not allowed here';
  }
}
