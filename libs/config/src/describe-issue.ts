import { writeProblem } from '@multilane/contracts';
import type { z } from 'zod';

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
};

/** Says in words of the file what the schema found. Names rules and never the value. */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return writeProblem('required');
  switch (issue.code) {
    case 'invalid_type': {
      const isBareScalar = issue.expected === 'string' && ['number', 'boolean'].includes(typeof issue.input);
      return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}${isBareScalar ? ': put it in quotes' : ''}`;
    }
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : writeProblem('not_choice', { choices: issue.values.join(', ') });
    case 'too_small':
      if (issue.origin === 'array') return writeProblem('no_items');
      if (issue.origin === 'string') return writeProblem('empty');
      return writeProblem(issue.inclusive ? 'too_small' : 'not_greater', { min: Number(issue.minimum) });
    case 'too_big':
      if (issue.origin === 'string') return writeProblem('too_long', { max: Number(issue.maximum) });
      if (issue.origin === 'array') return writeProblem('too_many_entries', { max: Number(issue.maximum) });
      return writeProblem('too_large', { max: Number(issue.maximum) });
    default:
      return 'is not valid';
  }
};
