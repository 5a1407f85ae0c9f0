import { parseBoundedJson } from '@multilane/contracts';
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
    // Ajv identifies patterns by their text.
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern };
  },
  { code: '' },
);

const OPTIONS: Options = {
  strict: false,
  validateFormats: false,
  logger: false,
  allErrors: false,
  // Written out where they are used, references multiply, and optimising takes the square of the length.
  inlineRefs: false,
  code: { optimize: false, regExp: linearRegExp as unknown as NonNullable<NonNullable<Options['code']>['regExp']> },
};

/** Compiling longer ones may hold up requests: it takes some 30 µs for a character. */
const LARGE_CHARACTERS = 1024;

/**
 * A schema that refers to itself, or compares all items with each other, may take any time for a short text, and a pattern with repetitions
 * may take any time to compile.
 */
const UNBOUNDED = /"(?:\$ref|\$dynamicRef|\$recursiveRef|uniqueItems|pattern|patternProperties|contains)"/;

/** True if a schema, given as JSON, is compiled and used in another process only, where its time is bounded. */
export function isUsedElsewhere(json: string): boolean {
  return json.length > LARGE_CHARACTERS || UNBOUNDED.test(json);
}

/**
 * The text must be JSON that satisfies the schema: each text of an answer, or the last message of a request. `format` is
 * an annotation, as in the drafts since 2019. Throws for a schema that is none; one that is used elsewhere is compiled with the first text
 * that is JSON, and a check by one that is none fails.
 */
export function compileJsonSchemaCheck(schema: Readonly<Record<string, unknown>>): Check {
  let validate = isUsedElsewhere(JSON.stringify(schema)) ? undefined : compileSchema(schema);
  const satisfies = (text: string): boolean => {
    const value = parse(text);
    if (value === undefined) return false;
    validate ??= compileSchema(schema);
    return isValid(validate, value);
  };
  return (texts) => (listJudged(texts).every(satisfies) ? 'pass' : 'finding');
}

function compileSchema(schema: Readonly<Record<string, unknown>>): ValidateFunction {
  const draft = typeof schema.$schema === 'string' ? schema.$schema : '';
  if (draft.includes('draft-07') || draft.includes('draft-06')) return new Ajv(OPTIONS).compile(schema);
  if (draft.includes('2019-09')) return new Ajv2019(OPTIONS).compile(schema);
  return new Ajv2020(OPTIONS).compile(schema);
}

/**
 * The texts of an answer; of a request its last message: all parts of its content as one text, and what is behind it, such as files and
 * members of the message. Definitions and parameters are no messages, wherever they are listed.
 */
function listJudged({ parts, phase }: GuardedTexts): readonly string[] {
  if (phase === 'after') return parts.filter(({ role }) => role === 'assistant').map(({ text }) => text);
  const said = parts.filter(({ role }) => role !== 'definition' && role !== 'parameter');
  const last = said.findLastIndex(({ content }) => content !== undefined);
  // Requests without contents, such as those of embeddings, have a list of inputs.
  if (last < 0) return said.slice(-1).map(({ text }) => text);
  const { content } = said[last] as TextPart;
  const isOfMessage = (part: TextPart): boolean => part.content === content;
  const message = said.filter(isOfMessage).map(({ text }) => text);
  return [message.join(''), ...said.slice(last + 1).map(({ text }) => text)];
}

/** Undefined if it is not JSON. */
function parse(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}

/** False if the schema refers to itself without end. */
function isValid(validate: ValidateFunction, value: unknown): boolean {
  try {
    return validate(value);
  } catch {
    return false;
  }
}
