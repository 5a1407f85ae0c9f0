import type { Outcome, TenantApi } from './tenant-api.js';

/** Something hostile that a tenant writes. */
export interface Entry {
  /** Place in which it is written. */
  readonly place: string;
  readonly what: string;
  submit(api: TenantApi): Promise<Outcome>;
}

const BIG = Array.from({ length: 1_000 }, (_, at) => at);

/** A workflow of one step, and how its run ends. */
const step = (place: string, what: string, node: object, input: object = {}): Entry => ({
  place,
  what,
  submit: (api) => api.runWorkflow({ nodes: [{ id: 'a', ...node }] }, input),
});
const jsonata = (what: string, expression: string): Entry =>
  step('transform', what, { kind: 'transform', expression }, { big: BIG });
const cel = (what: string, expression: string): Entry =>
  step('condition', what, { kind: 'condition', expression }, { big: BIG, text: `${'a'.repeat(40)}!` });

const nested = (levels: number): string =>
  levels === 0 ? 'true' : `input.big.map(x${levels}, ${nested(levels - 1)}).size() > 0`;

const EXPRESSIONS: readonly Entry[] = [
  jsonata('a range', '[1..9999999]'),
  jsonata('a product of ranges', '[1..4000].([1..4000].{"a":$})'),
  jsonata('a long text that is split', '$split($pad("a",20000000),"")'),
  jsonata('a doubling list', '$reduce([1..60], function($all, $at) { [$all, $all] }, [1])'),
  jsonata('a doubling text', '$reduce([1..60], function($all, $at) { $all & $all }, "text")'),
  jsonata('endless recursion', '($again := function($at) { $again($at + 1) }; $again(1))'),
  jsonata('a pattern that backtracks', '$match($pad("a", 60, "a") & "!", /^(a+)+$/)'),
  jsonata('deep parentheses', `${'('.repeat(4_900)}1${')'.repeat(4_900)}`),
  jsonata('an answer that is too large', '[1..300000]'),
  cel('nested maps', nested(8)),
  cel('a pattern', `input.text.matches('^(a+)+$')`),
  step(
    'map',
    'items of nested maps',
    {
      kind: 'map',
      items: 'input.big.map(a, input.big.map(b, input.big.map(c, input.big)))',
      step: { kind: 'transform', expression: '1' },
    },
    { big: BIG },
  ),
];

const GIANT = 'x'.repeat(200_000);
const TEMPLATES: readonly Entry[] = [
  {
    place: 'output template',
    what: 'a large input, many times',
    submit: (api) =>
      api.runWorkflow(
        {
          nodes: [{ id: 'a', kind: 'transform', expression: '1' }],
          output: Object.fromEntries(
            Array.from({ length: 1_000 }, (_, at) => [`m${at}`, '{{input.text}} {{input.text}}']),
          ),
        },
        { text: GIANT },
      ),
  },
  {
    place: 'output template',
    what: 'as much as there may be',
    submit: (api) =>
      api.runWorkflow(
        {
          nodes: [{ id: 'a', kind: 'transform', expression: '1' }],
          output: Array.from({ length: 10 }, () => '{{input.text}}'),
        },
        { text: GIANT },
      ),
  },
  {
    place: 'messages of a model',
    what: 'a large input, many times',
    submit: (api) => {
      const messages = Array.from({ length: 50 }, () => ({ role: 'user', content: '{{input.text}} {{input.text}}' }));
      return api.runWorkflow({ nodes: [{ id: 'a', kind: 'model', model: 'our-chat', messages }] }, { text: GIANT });
    },
  },
  {
    place: 'headers of a request',
    what: 'a large input, many times',
    submit: (api) => {
      const headers = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`x-${at}`, '{{input.text}}']));
      const node = { id: 'a', kind: 'http', method: 'POST', url: 'https://shop.example/it', headers };
      return api.runWorkflow({ nodes: [node] }, { text: GIANT });
    },
  },
];

const grader = (what: string, graders: readonly object[], expected: unknown = 'a'): Entry => ({
  place: 'grader',
  what,
  submit: (api) => api.runEvaluation(graders, expected),
});
const TEXTS = Array.from({ length: 120 }, (_, at) => `${at} ${'ab'.repeat(995)}`);
const DOUBLING = {
  $defs: Object.fromEntries(
    Array.from({ length: 41 }, (_, at): [string, object] => {
      const next = { $ref: `#/$defs/d${at + 1}` };
      return [`d${at}`, at < 40 ? { allOf: [next, next] } : { minProperties: 0 }];
    }),
  ),
  allOf: [{ $ref: '#/$defs/d0' }],
};
const GRADERS: readonly Entry[] = [
  grader('edits of many texts', [{ type: 'similarity', method: 'edit' }], TEXTS),
  grader('edits of many texts in the suite', [{ type: 'similarity', method: 'edit', value: TEXTS }]),
  grader(
    'twenty graders of edits',
    Array.from({ length: 20 }, (_, at) => ({ type: 'similarity', method: 'edit', name: `e${at}` })),
    TEXTS.slice(0, 10),
  ),
  grader('a schema that doubles', [{ type: 'json_schema', schema: DOUBLING }]),
  grader('a large pattern', [{ type: 'regex', pattern: '(x{1,50}){1,50}y' }]),
  grader('a pattern that would backtrack', [{ type: 'regex', pattern: '^(a+)+$' }]),
];

/** Bounded by what a guardrail takes; with so many of them, or so long a text, each costs. */
const PATTERNS = Array.from({ length: 50 }, (_, at) => `(x{1,30}){1,30}y${at}`);
const guardrail = (what: string, kind: string, config: object, text: string): Entry => ({
  place: 'guardrail',
  what,
  submit: (api) => api.useGuardrail(kind, config, text),
});
const GUARDRAILS: readonly Entry[] = [
  guardrail('a pattern that would backtrack', 'regex', { patterns: ['^(a+)+$', 'probe'] }, `${'a'.repeat(1_000_000)}!`),
  guardrail('large patterns', 'regex', { patterns: [...PATTERNS.slice(0, 10), 'probe'] }, 'x'.repeat(1_000_000)),
  guardrail('more patterns than there may be', 'regex', { patterns: [...PATTERNS, 'probe'] }, 'x'.repeat(100_000)),
  guardrail('a schema that doubles', 'json_schema', { schema: DOUBLING }, '{"a":1}'),
  guardrail(
    'a schema with a pattern that would backtrack',
    'json_schema',
    { schema: { type: 'string', pattern: '^(a+)+$' } },
    JSON.stringify(`${'a'.repeat(100_000)}!`),
  ),
  guardrail(
    'unique items of a long list',
    'json_schema',
    { schema: { uniqueItems: true } },
    JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ at }))),
  ),
  guardrail(
    'keywords in a long text',
    'keywords',
    { keywords: [...Array.from({ length: 99 }, (_, at) => `${'a'.repeat(99)}${at}`), 'probe'] },
    'a'.repeat(1_000_000),
  ),
];

const tool = (what: string, parameters: object): Entry => ({
  place: 'tool of an agent',
  what,
  submit: (api) =>
    api.runAgent({ type: 'http', name: 'find', description: 'Finds it.', url: 'https://shop.example/it', parameters }),
});
const BACKTRACKING = { type: 'string', pattern: '^(a+)+$', minLength: 5_000 };
const deep = (levels: number): object =>
  levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(levels - 1) }, required: ['a'] };
const TOOLS: readonly Entry[] = [
  tool('a schema that doubles', { type: 'object', ...DOUBLING }),
  tool('a pattern that would backtrack', { type: 'object', properties: { a: BACKTRACKING }, required: ['a'] }),
  tool('a deep schema', deep(150)),
  tool('a list that must be long', {
    type: 'object',
    properties: { a: { type: 'array', items: { type: 'string' }, minItems: 2_000_000 } },
    required: ['a'],
  }),
  tool('a schema that refers to itself', {
    type: 'object',
    properties: { a: { $ref: '#' } },
    required: ['a'],
  }),
];

const schema = (what: string, value: object): Entry => ({
  place: 'schema of an answer',
  what,
  submit: (api) => api.askForSchema(value),
});
const ANSWERS: readonly Entry[] = [
  schema('one that doubles', DOUBLING),
  schema('a pattern that would backtrack', { type: 'object', properties: { a: BACKTRACKING } }),
  schema('a deep one', deep(900)),
];

/** To add a place, add entries here. */
export const CORPUS: readonly Entry[] = [...EXPRESSIONS, ...TEMPLATES, ...GRADERS, ...GUARDRAILS, ...TOOLS, ...ANSWERS];
