import { describe, expect, test } from '@jest/globals';
import { atOnce, parseConfig } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import { buildGuardrails } from './build-guardrails.js';
import { CheckerNetworks } from './checker-networks.js';
import { GuardrailCompiler } from './guardrail-compiler.js';
import type { GuardedRequest, SnapshotGuards } from './snapshot-guards.js';

const OWN = { id: 'org-1', name: 'default', products: new Set(['ai_gateway']) };

const FILE = `
organization: { name: default, products: [ai_gateway] }
providers: [{ name: openai, kind: openai, api_key: k }]
models: [{ logical_name: m, aliases: [alias], provider: openai, upstream_model: m }]
teams: [{ name: t }]
guardrails:
  - { name: everywhere, kind: keywords, config: { keywords: [a] } }
  - { name: of-model, kind: keywords, models: [alias], config: { keywords: [a] } }
  - { name: of-team, kind: keywords, teams: [t], phase: after, config: { keywords: [a] } }
  - { name: by-config, kind: keywords, models: [], config: { keywords: [a] } }
pii: { input: redact }
`;

type PolicyRow = SnapshotRows['policies'][number];

const row = (more: Partial<PolicyRow>): PolicyRow => ({
  id: 'p',
  organizationId: 'org-2',
  workspaceId: null,
  kind: 'guardrail',
  name: 'stored',
  definition: { kind: 'keywords', config: { keywords: ['x'] } },
  enabled: true,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ...more,
});

const compiler = new GuardrailCompiler(new CheckerNetworks());

function build(
  policies: readonly PolicyRow[],
  file = FILE,
): { guards: SnapshotGuards | undefined; problems: string[] } {
  const problems: string[] = [];
  const sources = {
    config: parseConfig(file, { env: {} }).config,
    rows: { policies },
    guardrails: compiler,
    onPolicyProblem: (_id: string, problem: string) => problems.push(problem),
  };
  return { guards: atOnce(buildGuardrails(sources, OWN)), problems };
}

const request = (more: Partial<GuardedRequest> = {}): GuardedRequest => ({
  organizationId: 'org-1',
  workspaceId: undefined,
  teamName: undefined,
  asked: 'm',
  models: ['m', 'alias'],
  also: [],
  ...more,
});

function namesFor(guards: SnapshotGuards | undefined, asked: GuardedRequest): string[] {
  const set = guards?.find(asked);
  return [...(set?.before ?? []), ...(set?.after ?? [])].map(({ name }) => name);
}

describe('guardrails of gateway.yaml hold for its own organization', () => {
  const { guards } = build([]);
  test.each<[string, Partial<GuardedRequest>, string[]]>([
    ['a model by any of its names', {}, ['everywhere', 'of-model']],
    ['another model', { asked: 'n', models: ['n'] }, ['everywhere']],
    ['a virtual model by the name that was asked', { asked: 'alias', models: ['n'] }, ['everywhere', 'of-model']],
    ['a team', { teamName: 't', models: ['n'], asked: 'n' }, ['everywhere', 'of-team']],
    [
      'what a routing config names in addition',
      { models: ['n'], asked: 'n', also: ['by-config'] },
      ['everywhere', 'by-config'],
    ],
    ['another organization', { organizationId: 'org-2' }, []],
  ])('%s', (_name, more, names) => {
    expect(namesFor(guards, request(more))).toEqual(names);
    // Asked again, from memory.
    expect(namesFor(guards, request(more))).toEqual(names);
  });

  test('guards found for one route are not used for another that begins with the same target', () => {
    const first = { asked: 'r', models: ['n'] };
    expect(namesFor(guards, request(first))).toEqual(['everywhere']);
    expect(namesFor(guards, request({ ...first, models: ['n', 'm', 'alias'] }))).toEqual(['everywhere', 'of-model']);
  });

  test('a bounded number of answers is remembered while teams come and go', () => {
    const built = build([]).guards;
    for (let index = 0; index <= 10_000; index++) built?.find(request({ teamName: `team-${index}` }));
    expect(built?.remembered).toBe(1);
    expect(namesFor(built, request({ teamName: 't' }))).toEqual(['everywhere', 'of-model', 'of-team']);
  });

  test('names that no guardrail knows, of which callers of a routing config make up any number, are not remembered', () => {
    const built = build([]).guards;
    for (let index = 0; index < 100; index++) built?.find(request({ asked: `made-up-${index}`, models: ['n'] }));
    expect(built?.remembered).toBe(1);
  });

  test('nothing is built if nothing is declared', () => {
    expect(build([], FILE.slice(0, FILE.indexOf('guardrails:'))).guards).toBeUndefined();
  });
});

describe('policies of the database', () => {
  test('hold for their organization, or for their workspace alone', () => {
    const { guards } = build([
      row({ name: 'org-wide' }),
      row({ name: 'of-workspace', workspaceId: 'w' }),
      row({ name: 'off', enabled: false }),
    ]);
    expect(namesFor(guards, request({ organizationId: 'org-2' }))).toEqual(['org-wide']);
    expect(namesFor(guards, request({ organizationId: 'org-2', workspaceId: 'w' }))).toEqual([
      'org-wide',
      'of-workspace',
    ]);
    expect(namesFor(guards, request({ organizationId: 'org-2', workspaceId: 'v' }))).toEqual(['org-wide']);
  });

  test.each([
    ['an unknown kind', { kind: 'newer' }],
    ['a pattern that does not compile', { kind: 'regex', config: { patterns: ['(?=a)'] } }],
    ['a schema that is none', { kind: 'json_schema', config: { schema: { type: 'nothing' } } }],
  ])('%s is reported, and rejects what it would check', (_name, definition) => {
    const { guards, problems } = build([row({ definition: { ...definition, models: ['m'] } })]);
    expect(problems).toHaveLength(1);
    const [guardrail] = guards?.find(request({ organizationId: 'org-2' }))?.before ?? [];
    expect(guardrail?.check(undefined as never)).toBe('failure');
    expect(namesFor(guards, request({ organizationId: 'org-2', asked: 'n', models: ['n'] }))).toEqual([]);
  });

  test('one whose headers do not open rejects too', () => {
    const { guards, problems } = build([row({ problem: 'sealed with another key' })]);
    expect(problems).toEqual(['sealed with another key']);
    expect(guards?.find(request({ organizationId: 'org-2' }))?.before[0]?.check(undefined as never)).toBe('failure');
  });

  test('rules of personal data of several places hold together', () => {
    const { guards } = build([
      row({ kind: 'pii', definition: { input: 'redact', entities: ['email'] } }),
      row({ kind: 'pii', workspaceId: 'w', definition: { input: 'block', entities: ['iban'] } }),
    ]);
    const rules = guards?.find(request({ organizationId: 'org-2', workspaceId: 'w' }))?.pii;
    expect(rules?.block?.recognizers.map(([name]) => name)).toEqual(['iban']);
    expect(rules?.redact?.recognizers.map(([name]) => name)).toEqual(['email']);
  });

  test('ten thousand policies cost a request what ten do', async () => {
    const prepare = (count: number): (() => void) => {
      const policies = Array.from({ length: count }, (_, index) =>
        row({
          name: `p${index}`,
          definition: { kind: 'keywords', models: [`m${index}`], config: { keywords: ['x'] } },
        }),
      );
      const { guards } = build(policies);
      const asked = request({ organizationId: 'org-2', asked: 'm5', models: ['m5'] });
      expect(namesFor(guards, asked)).toEqual(['p5']);
      return () => {
        for (let round = 0; round < 20_000; round++) guards?.find(asked);
      };
    };
    const [few, many] = [prepare(10), prepare(10_000)];
    few();
    /** Measures the time of many beyond five times that of few. */
    const measureExcess = async (): Promise<number> => {
      const fewMs = await processorTimeOf(few);
      return (await processorTimeOf(many)) - 5 * fewMs;
    };
    await expectWithin(50, measureExcess);
  });

  test('compiled guardrails are reused from one snapshot to the next', () => {
    const find = () => build([row({})]).guards?.find(request({ organizationId: 'org-2' }))?.before[0];
    expect(find()).toBe(find());
  });
});
