import type { StepKind } from './definition.js';

/** Input of a step's field, and its bounds. */
export interface StepField {
  readonly name: string;
  readonly input:
    | 'text'
    | 'area'
    | 'number'
    | 'choice'
    | 'json'
    | 'bases'
    | 'workflow'
    | 'agent'
    | 'model'
    | 'messages';
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
}

const text = (name: string): StepField => ({ name, input: 'text' });
const area = (name: string): StepField => ({ name, input: 'area' });
const json = (name: string): StepField => ({ name, input: 'json' });
const number = (name: string, min: number, max: number): StepField => ({ name, input: 'number', min, max });
const choice = (name: string, ...choices: readonly string[]): StepField => ({ name, input: 'choice', choices });

const WAIT_SECONDS = 90 * 24 * 3_600;

/** The fields of each kind of step, in the order of its form (docs/contract/workflows.md#definition). */
const FIELDS: Readonly<Record<StepKind, readonly StepField[]>> = {
  model: [
    { name: 'model', input: 'model' },
    { name: 'messages', input: 'messages' },
    choice('response', 'text', 'json'),
    number('temperature', 0, 2),
    number('max_tokens', 1, 1_000_000),
  ],
  retrieve: [
    { name: 'kb_ids', input: 'bases' },
    area('query'),
    number('top_k', 1, 100),
    choice('mode', 'hybrid', 'vector', 'lexical'),
  ],
  http: [
    choice('method', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'),
    text('url'),
    json('headers'),
    json('body'),
    json('accept_status'),
  ],
  transform: [area('expression')],
  condition: [area('expression')],
  map: [area('items'), json('step'), number('concurrency', 1, 20), choice('on_item_error', 'fail', 'continue')],
  wait: [number('seconds', 0, WAIT_SECONDS), text('until')],
  approval: [area('message')],
  subworkflow: [{ name: 'workflow_id', input: 'workflow' }, json('input')],
  agent: [{ name: 'agent_id', input: 'agent' }, json('input')],
};

const WITHOUT_ATTEMPTS = new Set(['wait', 'approval']);

/** The fields of a step; of a kind that is not known here, none. */
export function fieldsOf(kind: string): readonly StepField[] {
  const own = (FIELDS as Readonly<Record<string, readonly StepField[]>>)[kind];
  if (own === undefined) return [];
  const most = kind === 'approval' ? WAIT_SECONDS : 600;
  return [
    ...own,
    ...(kind === 'wait' ? [] : [number('timeout_seconds', 1, most)]),
    choice('on_error', 'fail', 'continue', 'branch'),
    ...(WITHOUT_ATTEMPTS.has(kind) ? [] : [json('retry')]),
  ];
}

/** Parses JSON that a person typed: undefined for nothing; fails for invalid JSON. */
export function parseJson(typed: string): unknown {
  return typed.trim() === '' ? undefined : (JSON.parse(typed) as unknown);
}
