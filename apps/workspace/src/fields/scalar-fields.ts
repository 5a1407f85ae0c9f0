import { writeProblem } from '@multilane/contracts';
import { check } from './check.js';
import { describeText, type TextRules } from './describe-text.js';
import { type FieldOptions, field } from './field.js';
import { isId } from './is-id.js';
import { isTime } from './is-time.js';

export type TextOptions = FieldOptions & TextRules;

/** A text. One that must not be empty must hold more than spaces. */
export function TextField(options: TextOptions): PropertyDecorator {
  const { min = 1, max = 200, form } = options;
  const schema = { type: 'string', minLength: min, maxLength: max, ...(form ? { pattern: form.pattern.source } : {}) };
  return field(options, schema as never, [check('text', (value) => describeText(value, options))]);
}

export interface NumberOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
  /** The field comes as text: from the query. */
  readonly fromText?: boolean;
}

/** Largest count that both Postgres and JavaScript hold exactly. */
const MAX_SAFE_COUNT = Number.MAX_SAFE_INTEGER;

/** A whole number from 0 up. */
export function CountField(options: NumberOptions): PropertyDecorator {
  const { min = 0, max = MAX_SAFE_COUNT, fromText = false } = options;
  const says = writeProblem('not_whole_in_range', { min, max });
  const fits = (value: unknown) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
  const range = { minimum: min, maximum: max };
  const checks = [check('count', (value) => (fits(value) ? undefined : says))];
  return field(options, { type: 'integer', ...range }, checks, { fromText });
}

/** An amount, such as of money, from 0 up. */
export function AmountField(options: NumberOptions): PropertyDecorator {
  const { min = 0, max = 1e12 } = options;
  const fits = (value: unknown) => typeof value === 'number' && value >= min && value <= max;
  return field(options, { type: 'number', minimum: min, maximum: max }, [
    check('amount', (value) => (fits(value) ? undefined : writeProblem('out_of_range', { min, max }))),
  ]);
}

/** An amount of the query, which comes as text: from 0 up, with decimals. */
export function MeasureField(options: NumberOptions): PropertyDecorator {
  const { min = 0, max = 1e12 } = options;
  const fits = (value: unknown) => typeof value === 'number' && value >= min && value <= max;
  const checks = [check('measure', (value) => (fits(value) ? undefined : writeProblem('out_of_range', { min, max })))];
  return field(options, { type: 'number', minimum: min, maximum: max }, checks, { fromText: true });
}

export function FlagField(options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'boolean' }, [
    check('flag', (value) => (typeof value === 'boolean' ? undefined : writeProblem('not_flag'))),
  ]);
}

/** One of a few words. */
export function ChoiceField(choices: readonly string[], options: FieldOptions): PropertyDecorator {
  const says = writeProblem('not_choice', { choices: choices.join(', ') });
  return field(options, { type: 'string', enum: [...choices] }, [
    check('choice', (value) => (choices.includes(value as string) ? undefined : says)),
  ]);
}

/** The id of something: a UUID. */
export function IdField(options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'string', format: 'uuid' }, [
    check('id', (value) => (typeof value === 'string' && isId(value) ? undefined : writeProblem('not_id'))),
  ]);
}

/** A moment in RFC 3339. */
export function TimeField(options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'string', format: 'date-time' }, [
    check('time', (value) => (isTime(value) ? undefined : 'must be an RFC 3339 time such as 2027-01-31T00:00:00Z')),
  ]);
}

/** Any JSON, null included; at most `maxCharacters` of it (64 KiB by default). */
export function AnyField(options: FieldOptions & { readonly maxCharacters?: number }): PropertyDecorator {
  const { maxCharacters = 64 * 1024 } = options;
  const describe = (value: unknown): string | undefined =>
    (JSON.stringify(value) ?? '').length > maxCharacters
      ? `must be at most ${maxCharacters} characters of JSON`
      : undefined;
  return field({ ...options, nullable: true }, {}, [check('any', describe)]);
}
