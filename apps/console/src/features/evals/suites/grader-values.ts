import type { components } from '../../../api/schema.js';
import { isJsonObject } from '../../../ui/json-object.js';

export type Grader = components['schemas']['EvalGraderDto'];

export const GRADER_TYPES = [
  'exact',
  'contains',
  'regex',
  'json_schema',
  'json_path',
  'numeric',
  'similarity',
  'tool_calls',
  'latency',
  'cost',
  'judge',
] as const;
export type GraderType = (typeof GRADER_TYPES)[number];

/** The fields of every type of grader at once, so that a change of mind loses nothing. Empty: the default of the service. */
export interface GraderValues {
  /** Names the grader in the form alone. */
  readonly key: string;
  readonly type: GraderType;
  readonly name: string;
  /** A text, or JSON. Empty: `expected` of each case. */
  readonly value: string;
  readonly ignore_case: boolean;
  readonly ignore_punctuation: boolean;
  readonly pattern: string;
  /** JSON. */
  readonly schema: string;
  readonly path: string;
  readonly exists: boolean;
  readonly absolute: number | '';
  readonly relative: number | '';
  readonly pick: string;
  readonly method: string;
  readonly threshold: number | '';
  readonly arguments: string;
  readonly any_order: boolean;
  readonly allow_others: boolean;
  readonly max_ms: number | '';
  readonly max_usd: number | '';
  readonly model: string;
  readonly rubric: string;
  readonly mode: string;
  readonly votes: number | '';
  readonly swap: boolean;
}

/** A field of a grader, beside its type and its name. */
export type GraderField = Exclude<keyof GraderValues, 'key' | 'type' | 'name'>;

const NEW: Omit<GraderValues, 'key' | 'type'> = {
  name: '',
  value: '',
  ignore_case: false,
  ignore_punctuation: false,
  pattern: '',
  schema: '{\n  "type": "object",\n  "required": []\n}',
  path: '',
  exists: false,
  absolute: '',
  relative: '',
  pick: 'last',
  method: 'words',
  threshold: 0.8,
  arguments: 'exact',
  any_order: false,
  allow_others: false,
  max_ms: 5_000,
  max_usd: 0.01,
  model: '',
  rubric: '',
  mode: 'rubric',
  votes: 1,
  swap: true,
};

export function newGrader(type: GraderType, key: string): GraderValues {
  return { ...NEW, key, type };
}

const FIELDS: Readonly<Record<GraderType, readonly GraderField[]>> = {
  exact: ['value', 'ignore_case', 'ignore_punctuation'],
  contains: ['value', 'ignore_case'],
  regex: ['pattern', 'ignore_case'],
  json_schema: ['schema'],
  json_path: ['path', 'exists', 'value'],
  numeric: ['value', 'pick', 'absolute', 'relative'],
  similarity: ['value', 'method', 'model', 'threshold'],
  tool_calls: ['arguments', 'any_order', 'allow_others'],
  latency: ['max_ms'],
  cost: ['max_usd'],
  judge: ['model', 'rubric', 'mode', 'swap', 'votes'],
};

/** The fields that a grader has as it is now: some belong to one setting of another. */
export function fieldsOf({ exists, method, mode, type }: GraderValues): readonly GraderField[] {
  return FIELDS[type].filter((field) => {
    if (type === 'similarity' && field === 'model') return method === 'embedding';
    if (type === 'json_path' && field === 'value') return !exists;
    return field !== 'swap' || mode === 'pairwise';
  });
}

/** Reads the value that answers are compared with: a text that is no JSON stands for itself. */
export function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The same the other way round: a text that reads as JSON is written as JSON. */
export function writeValue(value: unknown): string {
  return typeof value === 'string' && readValue(value) === value ? value : JSON.stringify(value);
}

export function valuesOfGrader(grader: Grader): GraderValues {
  const type = GRADER_TYPES.find((name) => name === grader.type) ?? 'exact';
  const { schema, value, ...rest } = grader;
  return {
    ...newGrader(type, ''),
    ...(rest as Partial<GraderValues>),
    type,
    ...(schema !== undefined && { schema: JSON.stringify(schema, null, 2) }),
    ...(value !== undefined && { value: writeValue(value) }),
  };
}

/**
 * Only the fields of its type are sent.
 *
 * @throws SyntaxError for a schema that is no JSON; findGraderProblem says so before
 */
export function toGrader(values: GraderValues): Grader {
  const name = values.name.trim();
  const sent = fieldsOf(values).map((field): [string, unknown] => {
    const given = values[field];
    if (field === 'schema') return [field, JSON.parse(values.schema)];
    if (given === '') return [field, undefined];
    return [field, field === 'value' ? readValue(values.value) : given];
  });
  const given = Object.fromEntries(sent.filter(([, value]) => value !== undefined));
  return { type: values.type, ...(name !== '' && { name }), ...given };
}

const REQUIRED: readonly GraderField[] = ['pattern', 'path', 'model', 'rubric', 'max_ms', 'max_usd'];

/** The key of what is wrong with a grader, if anything is. */
export function findGraderProblem(grader: GraderValues): string | undefined {
  const missing = fieldsOf(grader).find((field) => REQUIRED.includes(field) && String(grader[field]).trim() === '');
  if (missing !== undefined) return `required.${missing}`;
  return grader.type === 'json_schema' && !isJsonObject(grader.schema) ? 'required.schema' : undefined;
}

/** Returns the name of a grader in results. */
export function nameOfGrader({ name, type }: Pick<Grader, 'name' | 'type'>): string {
  return name === undefined || name.trim() === '' ? type : name.trim();
}
