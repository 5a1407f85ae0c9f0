import { writeProblem } from '@multilane/contracts';
import { check } from '../../../fields/check.js';
import { type FieldOptions, field } from '../../../fields/field.js';

const LEARNED = 'p95';
const LONGEST_MS = 2_147_483_647;

/** Milliseconds, or the word for the time that most calls of the target take. */
export function HedgeMoment(options: FieldOptions): PropertyDecorator {
  const oneOf = [
    { type: 'integer', minimum: 1, maximum: LONGEST_MS },
    { type: 'string', enum: [LEARNED] },
  ];
  return field(options, { oneOf } as never, [check('moment', describeMoment)]);
}

function describeMoment(value: unknown): string | undefined {
  if (value === LEARNED) return undefined;
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= LONGEST_MS) return undefined;
  return writeProblem('not_hedge_moment');
}
