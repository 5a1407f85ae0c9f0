import { writeProblem } from '@multilane/contracts';
import { check } from '../../../fields/check.js';
import { type FieldOptions, field } from '../../../fields/field.js';

const WORDS = ['timeout', 'connect'];
const MAX_REASONS = 50;

/** A list of HTTP statuses of failures and words for those without one. */
export function RetryReasons(options: FieldOptions): PropertyDecorator {
  const items = {
    oneOf: [
      { type: 'integer', minimum: 400, maximum: 599 },
      { type: 'string', enum: WORDS },
    ],
  };
  return field(options, { type: 'array', items, maxItems: MAX_REASONS } as never, [check('reasons', describeReasons)]);
}

function describeReasons(value: unknown): string | undefined {
  if (!Array.isArray(value)) return writeProblem('not_list');
  if (value.length > MAX_REASONS) return writeProblem('too_many_items', { max: MAX_REASONS });
  const index = value.findIndex((reason) => !isReason(reason));
  return index === -1 ? undefined : `[${index}] ${writeProblem('not_retry_reason')}`;
}

function isReason(reason: unknown): boolean {
  if (Number.isInteger(reason)) return (reason as number) >= 400 && (reason as number) <= 599;
  return WORDS.includes(reason as string);
}
