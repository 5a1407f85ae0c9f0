import { describe, expect, it } from '@jest/globals';
import { isAsWanted, isSecretAsWanted } from './compare.js';
import { describePlan, viewPlan } from './describe-plan.js';
import { exportManifest } from './export-manifest.js';
import { countChanges, makePlan, type Remote } from './plan.js';
import { NOT_YET, prepare } from './prepare.js';
import { readManifests } from './read-manifest.js';

const read = (text: string, environment: Record<string, string> = {}) =>
  readManifests([{ path: 'a.yaml', text }], environment);
const REMOTE: Remote = new Map([
  ['teams', [{ id: 't1', name: 'research', allowed_models: null, rpm_limit: 5, source: 'database' }]],
  [
    'providers',
    [{ id: 'p1', name: 'main', kind: 'openai', has_api_key: true, api_key_hint: 'abcd', header_names: ['x-a'] }],
  ],
  ['models', [{ id: 'm1', logical_name: 'gpt', provider_id: 'p1', upstream_model: 'gpt-4o', object: 'model' }]],
]);
const plan = (text: string, remote: Remote = REMOTE, owned = {}) => {
  const { resources } = read(text, { KEY: 'sk-abcd', OTHER: 'sk-wxyz' });
  const place = { workspaceId: 'w1' };
  return makePlan(
    resources.map((each) => prepare(each, resources, remote, place)),
    remote,
    owned,
  );
};
const verbs = (text: string, remote?: Remote, owned = {}) => plan(text, remote, owned).steps.map(({ verb }) => verb);

describe('a manifest', () => {
  it.each([
    ['no YAML', 'teams: [', /not valid YAML/],
    ['a list', '- a', /must be a mapping/],
    ['an unknown section', 'team: []', /team: is no section/],
    ['a section that is no list', 'teams: { name: a }', /teams: must be a list/],
    ['a resource without a name', 'teams: [{ rpm_limit: 1 }]', /teams\[0\]\.name: is required/],
    ['the same resource twice', 'teams: [{ name: a }, { name: a }]', /a is there twice/],
    ['a variable that is not set', 'teams: [{ name: a, x: "$' + '{NOT_SET}" }]', /NOT_SET is not set/],
    ['two workspaces', 'workspace: a\n---\nworkspace: b', /workspace: the files name several/],
    ['a label that is no text', 'label: [a]', /label: must be a text/],
    ['four million characters', `# ${'x'.repeat(4_000_000)}`, /too large/],
  ])('with %s is rejected', (_name, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('takes variables, defaults and literal references, in several documents', () => {
    const text =
      'label: l\nteams: [{ name: "$' +
      '{NAME}", a: "$' +
      '{B:-two}", c: "$$' +
      '{D}" }]\n---\nkeys: [{ name: k, team: x }]';
    const { label, resources } = read(text, { NAME: 'one' });
    expect(label).toBe('l');
    expect(resources.map(({ name, fields }) => [name, fields])).toEqual([
      ['one', { name: 'one', a: 'two', c: '$' + '{D}' }],
      ['k', { name: 'k', team: 'x' }],
    ]);
  });
});

describe('a plan', () => {
  it.each([
    ['nothing that is as it should be', 'teams: [{ name: research, rpm_limit: 5, allowed_models: null }]', ['keep']],
    ['a team that is missing', 'teams: [{ name: new }]', ['create']],
    ['a limit that differs', 'teams: [{ name: research, rpm_limit: 6 }]', ['update']],
    ['a secret with the same end', 'providers: [{ name: main, kind: openai, api_key: "$' + '{KEY}" }]', ['keep']],
    ['a secret with another end', 'providers: [{ name: main, kind: openai, api_key: "$' + '{OTHER}" }]', ['update']],
    ['headers by their names', 'providers: [{ name: main, headers: { X-A: b } }]', ['keep']],
    ['a kind, which cannot change', 'providers: [{ name: main, kind: groq }]', ['replace']],
    [
      'a model by the name of its provider',
      'models: [{ logical_name: gpt, provider: main, upstream_model: gpt-4o }]',
      ['keep'],
    ],
  ])('changes %s', (_name, text, expected) => {
    expect(verbs(text)).toEqual(expected);
  });

  it('removes what a label owns and nobody wants, and nothing else', () => {
    const owned = { teams: ['t1'], providers: ['p1'] };
    expect(verbs('providers: [{ name: main }]', REMOTE, owned)).toEqual(['keep', 'remove']);
    expect(verbs('providers: [{ name: main }]')).toEqual(['keep']);
  });

  it('rejects a change of what gateway.yaml declares, and names that several have', () => {
    const remote: Remote = new Map([
      ['teams', [{ id: '1', name: 'a', rpm_limit: 1, source: 'config' }]],
      [
        'guardrails',
        [
          { id: '2', name: 'g' },
          { id: '3', name: 'g' },
        ],
      ],
    ]);
    expect(plan('teams: [{ name: a, rpm_limit: 2 }]\nguardrails: [{ name: g }]', remote).problems).toHaveLength(2);
  });

  it('takes names of what the same manifest creates, and rejects names of nothing', () => {
    const text = 'providers: [{ name: new, kind: openai }]\nmodels: [{ logical_name: n, provider: new }]';
    const [, model] = plan(text, new Map()).steps;
    expect(model).toMatchObject({ verb: 'create', wanted: { fields: { logical_name: 'n', provider_id: NOT_YET } } });
    expect(() => plan('models: [{ logical_name: n, provider: nowhere }]')).toThrow(
      /there is no nowhere among providers/,
    );
    expect(() => plan('guardrails: [{ name: g, scope: nowhere }]')).toThrow(/scope/);
  });

  it('is shown without secrets', () => {
    const secret = 'sk-secret-of-the-test';
    const { resources } = read(`providers: [{ name: n, kind: openai, api_key: ${secret}, headers: { a: ${secret} } }]
guardrails: [{ name: g, kind: http, config: { url: "https://a.example", headers: { a: ${secret} } } }]`);
    const shown = makePlan(resources, new Map());
    expect(countChanges(shown)).toBe(2);
    expect(describePlan(shown) + JSON.stringify(viewPlan(shown))).not.toContain(secret);
  });
});

describe('a manifest of sinks of exports', () => {
  const config = { url: 'https://in.example.com', signing_secret: '...LaSw', headers: { a: '...' }, gzip: true };
  const row = { id: 'e1', name: 'siem', kind: 'http', config, sample_ratio: 1, enabled: true, workspace_id: null };
  const shown = { ...row, scope: 'organization', hint: 'https://in.example.com', progress: { delivered: 5 } };
  const remote: Remote = new Map([['exports', [shown]]]);
  const write = (changes: object) =>
    JSON.stringify({ exports: [{ name: 'siem', scope: 'organization', kind: 'http', ...changes }] });
  const wanted = {
    url: 'https://in.example.com/T0ken',
    signing_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8LaSw',
    headers: { a: 'hush' },
  };

  it.each([
    ['the same settings', { config: wanted }, ['keep']],
    ['another host', { config: { ...wanted, url: 'https://out.example.com' } }, ['update']],
    ['another secret', { config: { ...wanted, signing_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8Other' } }, ['update']],
    ['another share', { sample_ratio: 0.5 }, ['update']],
    ['another kind', { kind: 'otlp' }, ['replace']],
  ])('compares %s', (_name, changes, expected) => {
    expect(verbs(write(changes), remote)).toEqual(expected);
  });

  it('is exported and shown without secrets', () => {
    expect(exportManifest(remote)).toEqual({
      exports: [{ name: 'siem', scope: 'organization', kind: 'http', sample_ratio: 1, enabled: true }],
    });
    const changed = plan(write({ config: { ...wanted, url: 'https://out.example.com/T0ken' } }), remote);
    expect(describePlan(changed) + JSON.stringify(viewPlan(changed))).not.toMatch(/T0ken|hush|MfKQ/);
  });
});

describe('a manifest of budgets and alerts', () => {
  const remote: Remote = new Map<string, readonly Record<string, unknown>[]>([
    ['budgets', [{ id: 'b1', name: 'search', scope: 'tag', value: 'feature=search', amount: 5, workspace_id: 'w1' }]],
    [
      'alert_channels',
      [
        { id: 'c1', name: 'call', kind: 'slack', hint: 'https://hooks.example.com', workspace_id: 'w1', secret: null },
        { id: 'c2', name: 'mail', kind: 'email', hint: 'example.com, example.org', workspace_id: 'w1' },
        { id: 'c3', name: 'pager', kind: 'pagerduty', hint: 'eu', workspace_id: null },
      ].map((row) => ({ ...row, scope: row.workspace_id === null ? 'organization' : 'workspace' })),
    ],
    [
      'alert_rules',
      [
        {
          ...{ id: 'r1', name: 'low', kind: 'budget', workspace_id: 'w1', scope: 'workspace', problem: 'away' },
          ...{ settings: { thresholds: [80, 100], forecast: true }, channel_ids: ['c1', 'c2'], enabled: true },
        },
      ],
    ],
  ]);

  it.each([
    ['the scope of a budget, which is no place', 'budgets: [{ name: search, scope: tag, amount: 5 }]', ['keep']],
    ['a budget of everywhere', 'budgets: [{ name: search, place: organization, scope: tag }]', ['update']],
    ['a channel by its origin', 'alert_channels: [{ name: call, url: "https://hooks.example.com/a/b" }]', ['keep']],
    ['a channel that moved', 'alert_channels: [{ name: call, url: "https://other.example.com/a" }]', ['update']],
    ['emails by domain', 'alert_channels: [{ name: mail, to: [a@Example.com, b@example.org] }]', ['keep']],
    ['other emails', 'alert_channels: [{ name: mail, to: [a@example.com] }]', ['update']],
    [
      'PagerDuty by region, everywhere',
      'alert_channels: [{ name: pager, scope: organization, routing_key: x, region: eu }]',
      ['keep'],
    ],
    ['another region', 'alert_channels: [{ name: pager, scope: organization, routing_key: x }]', ['update']],
    ['a channel of another place', 'alert_channels: [{ name: pager }]', ['replace']],
    ['channels of a rule by name', 'alert_rules: [{ name: low, channels: [call, mail] }]', ['keep']],
    ['thresholds in any order', 'alert_rules: [{ name: low, settings: { thresholds: [100, 80, 80] } }]', ['keep']],
    ['a rule with fewer channels', 'alert_rules: [{ name: low, channels: [mail] }]', ['update']],
  ])('compares %s', (_name, text, expected) => {
    expect(verbs(text, remote)).toEqual(expected);
  });

  it('rejects channels that are nowhere, are no list, or would get a secret that nobody sees', () => {
    expect(() => plan('alert_rules: [{ name: low, channels: [none] }]', remote)).toThrow(
      /there is no none among alert_channels/,
    );
    expect(() => plan('alert_rules: [{ name: low, channels: call }]', remote)).toThrow(/must be a list of names/);
    expect(plan('alert_channels: [{ name: new, kind: webhook, url: "https://a.example" }]', remote).problems).toEqual([
      expect.stringContaining('needs a `secret`'),
    ]);
  });

  it('is exported without addresses, and changes nothing', () => {
    const manifest = exportManifest(remote);
    expect(manifest).toMatchObject({
      budgets: [{ name: 'search', scope: 'tag', value: 'feature=search', amount: 5 }],
      alert_channels: [{ name: 'call', kind: 'slack' }, { name: 'mail' }, { name: 'pager', scope: 'organization' }],
      alert_rules: [{ name: 'low', kind: 'budget', channels: ['call', 'mail'] }],
    });
    expect(JSON.stringify(manifest)).not.toMatch(/hooks\.example|away|"c1"/);
    expect(new Set(verbs(JSON.stringify(manifest), remote))).toEqual(new Set(['keep']));
  });

  it('shows no address in a plan', () => {
    const text =
      'alert_channels: [{ name: n, kind: slack, url: "https://a.example/hush" }, { name: call, url: "https://b.example/hush" }]';
    const shown = plan(text, remote);
    expect(describePlan(shown) + JSON.stringify(viewPlan(shown))).not.toContain('hush');
  });
});

describe('comparing', () => {
  it.each([
    [{ a: 1 }, { a: 1, b: 2 }, true],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [null, undefined, true],
    ['2027-01-31T00:00:00Z', '2027-01-31T01:00:00.000+01:00', true],
    ['2027-01-31T00:00:00Z', '2027-02-01T00:00:00Z', false],
    [0, '0', false],
  ])('%j with %j', (wanted, there, expected) => {
    expect(isAsWanted(wanted, there)).toBe(expected);
  });

  it.each([
    ['a secret that is not set', 'api_key', 'sk-1', { has_api_key: false }, false],
    ['a secret to remove', 'api_key', null, { has_api_key: true }, false],
    ['a secret without a hint', 'session_token', 'x', { has_session_token: true }, true],
    [
      'several keys',
      'api_keys',
      ['sk-aaaa', 'sk-bbbb'],
      { has_api_keys: true, api_keys_hints: ['aaaa', 'bbbb'] },
      true,
    ],
    [
      'another number of keys',
      'api_keys',
      ['sk-aaaa'],
      { has_api_keys: true, api_keys_hints: ['aaaa', 'bbbb'] },
      false,
    ],
  ])('%s', (_name, field, wanted, there, expected) => {
    expect(isSecretAsWanted(field, wanted, there)).toBe(expected);
  });
});

describe('an export', () => {
  it('is a manifest that changes nothing', () => {
    const manifest = exportManifest(REMOTE);
    expect(manifest).toEqual({
      teams: [{ name: 'research', rpm_limit: 5 }],
      providers: [{ name: 'main', kind: 'openai' }],
      models: [{ logical_name: 'gpt', provider: 'main', upstream_model: 'gpt-4o' }],
    });
    expect(new Set(verbs(JSON.stringify(manifest)))).toEqual(new Set(['keep']));
  });
});
