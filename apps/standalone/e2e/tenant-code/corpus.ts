import type { Outcome, TenantApi } from './tenant-api.js';

/** Something hostile that a tenant writes. */
export interface Entry {
  /** Where it is written. */
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

/** To add a place, add entries here. */
export const CORPUS: readonly Entry[] = [...EXPRESSIONS, ...TEMPLATES, ...GRADERS];
