/**
 * Sentences of the control plane about a field, by kind. A sentence follows the name of the field; `{…}` are the values of the problem,
 * which are never those that a caller sent. The console has a sentence of its own for each kind, in each language.
 */
export const PROBLEMS = {
  required: 'is required',
  empty: 'must not be empty',
  unknown_field: 'is not a known field',
  not_text: 'must be a string',
  too_short: 'must have at least {min} characters',
  too_long: 'must have at most {max} characters',
  control_characters: 'must not contain control characters',
  hidden_characters: 'must not contain line separators or bidirectional control characters',
  outer_spaces: 'must not begin or end with a space, nor hold control characters',
  not_number: 'must be a number',
  not_whole: 'must be a whole number',
  out_of_range: 'must be a number from {min} to {max}',
  not_whole_in_range: 'must be an integer from {min} to {max}',
  too_small: 'must be at least {min}',
  too_large: 'must be at most {max}',
  not_greater: 'must be greater than {min}',
  not_flag: 'must be true or false',
  not_choice: 'must be one of {choices}',
  not_id: 'must be an id',
  not_list: 'must be a list',
  too_many_items: 'must have at most {max} items',
  too_many_entries: 'must have at most {max} entries',
  no_items: 'must have an entry',
  not_object: 'must be an object',
  not_mapping: 'must be a mapping',
  not_retry_reason: 'must be an HTTP status from 400 to 599, timeout or connect',
  never_dropped: 'can never be left out: the answer would not be the one that was asked for',
  no_weight: 'must hold a target whose weight is greater than 0',
  no_usual_target: 'must hold a target without `on`',
  leads_back: 'leads back to its own virtual model',
  mixed_types: 'is of type {type}, but the others are of type {other}',
  unknown_model_anywhere: 'is not the name of a model, an alias or a virtual model of gateway.yaml or of a workspace',
  unknown_model_resolved: 'is not the name of a model, an alias or a virtual model that the workspace resolves',
  unknown_model_of_workspace: 'is not the name of a model, an alias or a virtual model of the workspace',
  unknown_asked_model: 'is not the name of a model that the workspace resolves',
  unknown_team: 'is not the name of a team',
  unknown_guardrail: 'is not the name of a guardrail',
  unknown_object: 'names nothing that exists',
  model_required: 'is required, because the config has no targets',
  taken: 'is taken',
} as const;

export type ProblemKind = keyof typeof PROBLEMS;

/** Numbers and words of this product that a sentence holds, by the names of its `{…}`. */
export type ProblemValues = Readonly<Record<string, string | number>>;

/** Problem of a field as a client can put it into words of its own. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly values: ProblemValues;
}

const PLACEHOLDER = /\{(\w+)\}/g;
/** Longest sentence that is read: none of ours is longer. */
const LONGEST_SENTENCE = 2000;

/** Writes the sentence of a problem. */
export function writeProblem(kind: ProblemKind, values: ProblemValues = {}): string {
  return PROBLEMS[kind].replace(PLACEHOLDER, (_all, name: string) => String(values[name] ?? ''));
}

const READERS = (Object.keys(PROBLEMS) as ProblemKind[]).map((kind) => ({
  kind,
  pattern: new RegExp(
    `^${PROBLEMS[kind].replace(PLACEHOLDER, (_all, name: string) => `(?<${name}>${formOf(name)})`)}$`,
  ),
}));

/**
 * Reads a problem back from its sentence, with or without the full stop. Validators hand problems on as text alone, so the kind travels in
 * the sentence that `writeProblem` wrote. Undefined for other sentences.
 */
export function readProblem(sentence: string): Problem | undefined {
  if (sentence.length > LONGEST_SENTENCE) return undefined;
  const words = sentence.replace(/\.$/, '');
  for (const { kind, pattern } of READERS) {
    const found = pattern.exec(words);
    if (found === null) continue;
    const values = Object.entries(found.groups ?? {}).map(([name, value]) => [
      name,
      isCount(name) ? Number(value) : value,
    ]);
    return { kind, values: Object.fromEntries(values) };
  }
  return undefined;
}

function isCount(name: string): boolean {
  return name === 'min' || name === 'max';
}

/** Numbers, words, and lists of words. */
function formOf(name: string): string {
  if (isCount(name)) return '-?[0-9.e+]+';
  return name === 'choices' ? '.+' : '[a-z_]+';
}
