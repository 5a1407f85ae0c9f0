import { parseJsonText } from '@multilane/contracts';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import type { Check, GuardedTexts } from './guardrail.js';
import type { TextPart } from './text-part.js';

/** Patterns of a schema run on RE2 too: they come from people, and what they are run on from a model. */
const linearRegExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    // Ajv tells patterns apart by their text.
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern };
  },
  { code: '' },
);

const OPTIONS: Options = {
  strict: false,
  validateFormats: false,
  logger: false,
  allErrors: false,
  code: { regExp: linearRegExp as unknown as NonNullable<NonNullable<Options['code']>['regExp']> },
};

/**
 * The text must be JSON that satisfies the schema: each text of an answer, or the last message of a request. `format` is
 * an annotation, as in the drafts since 2019. Throws for a schema that is none.
 */
export function compileJsonSchemaCheck(schema: Readonly<Record<string, unknown>>): Check {
  const validate = compileSchema(schema);
  return (texts) => (listJudged(texts).every(({ text }) => satisfies(text, validate)) ? 'pass' : 'finding');
}

function compileSchema(schema: Readonly<Record<string, unknown>>): ValidateFunction {
  const draft = typeof schema.$schema === 'string' ? schema.$schema : '';
  if (draft.includes('draft-07') || draft.includes('draft-06')) return new Ajv(OPTIONS).compile(schema);
  if (draft.includes('2019-09')) return new Ajv2019(OPTIONS).compile(schema);
  return new Ajv2020(OPTIONS).compile(schema);
}

function listJudged({ parts, phase }: GuardedTexts): readonly TextPart[] {
  return phase === 'after' ? parts.filter(({ role }) => role === 'assistant') : parts.slice(-1);
}

function satisfies(text: string, validate: ValidateFunction): boolean {
  try {
    return validate(parseJsonText(text));
  } catch {
    return false;
  }
}
