import { isRecord, writeProblem } from '@multilane/contracts';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateNested } from 'class-validator';
import { check } from './check.js';
import { describeText, type TextRules } from './describe-text.js';
import { type ClassOf, type FieldOptions, field } from './field.js';

export interface ListOptions extends FieldOptions {
  /** Most items; 1000 by default. */
  readonly maxItems?: number;
}

export interface TextListOptions extends ListOptions {
  readonly items?: TextRules;
}

/** A list of texts. */
export function TextListField(options: TextListOptions): PropertyDecorator {
  const { maxItems = 1000, items = {} } = options;
  const itemSchema = { type: 'string', minLength: items.min ?? 1, maxLength: items.max ?? 200 };
  return field(options, { type: 'array', items: itemSchema, maxItems } as ApiPropertyOptions, [
    check('texts', (value) => describeList(value, maxItems) ?? describeItems(value as unknown[], items)),
  ]);
}

/** A list of some of a few words. The whole list is at fault for a word that is none of them. */
export function ChoiceListField(choices: readonly string[], options: ListOptions): PropertyDecorator {
  const { maxItems = 1000 } = options;
  const known: ReadonlySet<unknown> = new Set(choices);
  const says = `must be among ${choices.join(', ')}`;
  const itemSchema = { type: 'string', enum: [...choices] };
  return field(options, { type: 'array', items: itemSchema, maxItems } as ApiPropertyOptions, [
    check('choices', (value) => {
      const problem = describeList(value, maxItems);
      if (problem !== undefined) return problem;
      return (value as unknown[]).every((item) => known.has(item)) ? undefined : says;
    }),
  ]);
}

/** Describes the problem of a list as such, in words that follow its name. */
export function describeList(value: unknown, maxItems: number): string | undefined {
  if (!Array.isArray(value)) return writeProblem('not_list');
  return value.length > maxItems ? writeProblem('too_many_items', { max: maxItems }) : undefined;
}

function describeItems(value: readonly unknown[], items: TextRules): string | undefined {
  for (const [index, item] of value.entries()) {
    const problem = describeText(item, items);
    if (problem !== undefined) return `[${index}] ${problem}`;
  }
  return undefined;
}

/** An object with fields of its own. */
export function ObjectField(of: ClassOf, options: FieldOptions): PropertyDecorator {
  const checks = [
    check('object', (value) => (isRecord(value) ? undefined : writeProblem('not_object'))),
    ValidateNested({ message: writeProblem('not_object') }),
  ];
  return field(options, { type: () => of() } as ApiPropertyOptions, checks, { objectOf: of });
}

/** A list of objects with fields of their own. */
export function ObjectListField(of: ClassOf, options: ListOptions): PropertyDecorator {
  const { maxItems = 1000 } = options;
  const checks = [
    check('objects', (value) => describeList(value, maxItems)),
    ValidateNested({ each: true, message: writeProblem('not_object') }),
  ];
  return field(options, { type: () => of(), isArray: true, maxItems } as ApiPropertyOptions, checks, {
    listOf: { of, maxItems },
  });
}

/**
 * Characters that PostgreSQL stores in no JSON, as `JSON.stringify` writes them: the character NUL and halves of surrogate pairs. A
 * backslash behind an odd number of backslashes is one of a text.
 */
const NOT_STORED = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** An object whose members are free, at most `maxBytes` of JSON (64 KiB by default). */
export function FreeObjectField(options: FieldOptions & { readonly maxBytes?: number }): PropertyDecorator {
  const { maxBytes = 64 * 1024 } = options;
  const describe = (value: unknown): string | undefined => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return writeProblem('not_object');
    const written = JSON.stringify(value);
    if (written.length > maxBytes) return `must be at most ${maxBytes} bytes of JSON`;
    return NOT_STORED.test(written) ? 'must not contain the character NUL or half of a surrogate pair' : undefined;
  };
  return field(options, { type: 'object', additionalProperties: true } as ApiPropertyOptions, [
    check('free', describe),
  ]);
}
