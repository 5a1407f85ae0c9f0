/**
 * Sentences of the control plane about a field, by kind. A sentence follows the name of the field; `{…}` are the values of the problem,
 * which are never those that a caller sent, except in graphs of steps, whose author reads them: names of steps, paths and secrets. The console has a sentence of its own for each kind, in each language.
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
  not_hedge_moment: 'must be a whole number of milliseconds, at least 1, or p95',
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
  unknown_fields: 'has an unknown field: {fields}',
  not_allowed: 'has a value that is not allowed here',
  not_allowed_form: 'has characters or a form that are not allowed here',
  not_time_zone: 'must be a name of the IANA time zone database, such as Europe/Berlin',
  not_cron: 'must be a cron expression of five fields that is due some time, such as 0 9 * * MON',
  not_web_address: 'must be an absolute http or https URL',
  step_twice: 'is the id of another step too',
  no_step: 'names no step',
  edge_twice: 'is there twice',
  edges_in_circle: 'lead in a circle through this step',
  branch_without_error: 'is `error`, but the step has not `on_error: branch`',
  branch_of_none: 'must be left out behind a step of kind {step_kind}',
  seconds_or_until: 'or `until` is required, and not both',
  own_header: 'is a header that only the gateway may set',
  header_twice: 'is a duplicate: header names are case-insensitive',
  no_secret_name: 'names no possible secret: write {{secrets.NAME}}',
  secret_to_chosen_host: 'must name its host without {{…}}, because the step sends a secret there',
  secret_outside_headers: 'must not use secrets: only headers of http steps take them',
  missing_secret: 'name the secret {secret}, which the workspace does not have',
  missing_step: 'names the step {step}, which does not exist',
  later_step: 'names the step {step}, which does not lead to this one',
  not_path: 'has {{{path}}}, which is no path: paths begin with input, steps, run, item and index',
  item_outside_map: 'has {{{item}}} outside of a map step',
  open_braces: 'has {{ without }}',
  not_expression: 'is not a valid expression: {detail}',
  result_not_bool: 'is of type {result}, not bool',
  too_many_parents: 'uses the operator % more than {max} times',
  no_agent: 'names no agent of the workspace',
  no_agent_version: 'is no version of the agent',
  no_knowledge_base: 'names no knowledge base of the workspace',
  own_workflow: 'names the workflow itself',
  no_published_workflow: 'names no published workflow of the workspace',
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

/** Forms of values that are not words. */
const FORMS: Readonly<Record<string, string>> = {
  min: '-?[0-9.e+]+',
  max: '-?[0-9.e+]+',
  choices: '.+',
  fields: '.+',
  detail: '.+',
  result: '.+',
  path: '[^{}]*',
  step: '[A-Za-z0-9_-]+',
  secret: '[A-Za-z0-9_]+',
};

/** Signs of a sentence that mean something else in a pattern. */
const SIGNS = /[.*+?^$()|[\]{}\\]/g;

/** Pattern of a sentence: every second part of it is the name of a value. */
function patternOf(kind: ProblemKind): RegExp {
  const parts = PROBLEMS[kind].split(PLACEHOLDER);
  const written = parts.map((part, index) =>
    index % 2 === 0 ? part.replace(SIGNS, '\\$&') : `(?<${part}>${formOf(part)})`,
  );
  return new RegExp(`^${written.join('')}$`);
}

const READERS = (Object.keys(PROBLEMS) as ProblemKind[]).map((kind) => ({ kind, pattern: patternOf(kind) }));

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
  return FORMS[name] ?? '[a-z_]+';
}
