import { parseBoundedJson } from '@multilane/contracts';
import { compileJsonSchema } from '@multilane/json-schemas';
import type { ValidateFunction } from 'ajv';
import type { Check, GuardedTexts } from './guardrail.js';
import type { TextPart } from './text-part.js';

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
  let validate = isUsedElsewhere(JSON.stringify(schema)) ? undefined : compileJsonSchema(schema);
  const satisfies = (text: string): boolean => {
    const value = parse(text);
    if (value === undefined) return false;
    validate ??= compileJsonSchema(schema);
    return isValid(validate, value);
  };
  return (texts) => (listJudged(texts).every(satisfies) ? 'pass' : 'finding');
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
