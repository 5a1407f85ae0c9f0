import { isObject } from '../json-object.js';
import type { NodeKind, RouteNode } from './route-graph.js';
import { STRATEGIES } from './route-graph.js';

/** Input of a node's field, and the values that the API takes. */
export interface RouteField {
  readonly name: string;
  readonly input: 'text' | 'model' | 'number' | 'flag' | 'choice' | 'names' | 'reasons' | 'numberOrWord';
  readonly min?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
  readonly choices?: readonly string[];
  readonly suggestions?: readonly string[];
  /** Value that holds if the field is left out. */
  readonly byDefault?: string | number | boolean;
  readonly isRequired?: boolean;
  /** Value of a flag that is on; one that is off is left out. By default the flag is true or false. */
  readonly whenOn?: string;
}

const LONGEST_LIMIT_MS = 2_147_483_647;
const MOST_PARALLEL = Number.MAX_SAFE_INTEGER;
const LONGEST_CACHE_SECONDS = 31_536_000;

const milliseconds = (name: string): RouteField => ({
  name,
  input: 'number',
  min: 1,
  max: LONGEST_LIMIT_MS,
  isWhole: true,
});

/** The fields of each kind of node, in the order of its form. */
const FIELDS: Readonly<Record<NodeKind, readonly RouteField[]>> = {
  route: [
    { name: 'name', input: 'text', isRequired: true },
    { name: 'enabled', input: 'flag', byDefault: true },
  ],
  choice: [
    { name: 'strategy', input: 'choice', choices: STRATEGIES, byDefault: 'failover' },
    { name: 'sticky', input: 'flag', byDefault: true },
  ],
  target: [
    { name: 'model', input: 'model', isRequired: true },
    { name: 'weight', input: 'number', min: 0, max: 1e6, byDefault: 1 },
    milliseconds('timeout_ms'),
    { name: 'max_parallel', input: 'number', min: 1, max: MOST_PARALLEL, isWhole: true },
    { name: 'on', input: 'flag', whenOn: 'context_length' },
  ],
  retry: [
    { name: 'attempts', input: 'number', min: 0, max: 10, isWhole: true, byDefault: 2 },
    {
      name: 'on',
      input: 'reasons',
      suggestions: ['401', '403', '404', '408', '409', '429', '500', '502', '503', '504', 'timeout', 'connect'],
    },
  ],
  hedge: [
    { ...milliseconds('after'), input: 'numberOrWord', suggestions: ['p95'], byDefault: 'p95' },
    { name: 'max_percent', input: 'number', min: 0, max: 100, byDefault: 5 },
    { name: 'sessions', input: 'flag', byDefault: false },
  ],
  timeouts: ['connect_ms', 'first_byte_ms', 'total_ms', 'idle_ms', 'cold_start_ms'].map(milliseconds),
  shadow: [
    { name: 'model', input: 'model', isRequired: true },
    { name: 'percent', input: 'number', min: 0, max: 100, isRequired: true },
  ],
  cache: [
    { name: 'enabled', input: 'flag', byDefault: true },
    { name: 'ttl_seconds', input: 'number', min: 1, max: LONGEST_CACHE_SECONDS, isWhole: true },
  ],
  guardrails: [{ name: 'names', input: 'names' }],
  unsupported_parameters: [
    { name: 'drop', input: 'names', suggestions: ['logit_bias', 'parallel_tool_calls', 'reasoning_effort', 'seed'] },
  ],
  other: [],
};

/** @param members the members that this kind of config can have */
export function fieldsOf({ kind }: Pick<RouteNode, 'kind'>, members: readonly string[]): readonly RouteField[] {
  const isHead = kind === 'route' || kind === 'choice';
  return isHead ? FIELDS[kind].filter(({ name }) => members.includes(name)) : FIELDS[kind];
}

/** The value of a field of a node; undefined where it has none. */
export function readField({ kind, value }: RouteNode, name: string): unknown {
  if (kind === 'guardrails') return value;
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** True if an input shows a value as it is. */
export function fits({ choices, input, whenOn }: RouteField, value: unknown): boolean {
  switch (input) {
    case 'text':
    case 'model':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'numberOrWord':
      return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
    case 'flag':
      return whenOn === undefined ? typeof value === 'boolean' : value === whenOn;
    case 'choice':
      return choices?.includes(String(value)) === true;
    case 'names':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'reasons':
      return Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number');
  }
}

/** Returns the members of a node that no form shows, by name; for a node that is no object, the value itself under the empty name. */
export function hiddenOf(node: RouteNode, members: readonly string[]): readonly (readonly [string, unknown])[] {
  if (node.kind === 'guardrails') return [];
  if (node.kind === 'other' || !isObject(node.value)) return [['', node.value]];
  const fields = new Map(fieldsOf(node, members).map((field) => [field.name, field]));
  return Object.entries(node.value).filter(([name, value]) => {
    const field = fields.get(name);
    return field === undefined || !fits(field, value);
  });
}
