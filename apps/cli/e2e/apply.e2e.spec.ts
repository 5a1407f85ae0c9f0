import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  copyStandaloneTemplate,
  databasesFolder,
  findClosedPort,
  httpRequest,
  PROJECT_ROOT,
  type Service,
  spawnService,
  waitUntil,
  waitUntilReady,
} from '@multilane/testing';

/** Starting makes a database: a busy machine takes its time. */
const LIMIT_MS = 240_000;
const SERVICES = join(PROJECT_ROOT, 'apps/standalone/dist/main.js');
const CLI = join(PROJECT_ROOT, 'apps/cli/dist/main.js');

jest.setTimeout(LIMIT_MS);

const HOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const PERMISSIONS = [
  ...['gateway.teams.read', 'gateway.teams.manage', 'gateway.keys.read', 'gateway.keys.manage', 'workspace.read'],
  ...['gateway.providers.read', 'gateway.providers.manage', 'gateway.models.read', 'gateway.models.manage'],
  ...['gateway.ratelimits.read', 'gateway.ratelimits.manage', 'gateway.guardrails.read', 'gateway.guardrails.manage'],
  ...['gateway.routing.read', 'gateway.routing.manage', 'gateway.cache.read', 'gateway.cache.manage'],
  ...['gateway.prompts.read', 'gateway.prompts.manage'],
  ...['gateway.pii.read', 'gateway.pii.manage', 'gateway.audit.read', 'gateway.tags.read', 'gateway.budgetrules.read'],
  ...['gateway.tags.manage', 'gateway.budgetrules.manage', 'gateway.budgets.read'],
  ...['gateway.alerts.read', 'gateway.alerts.manage', 'gateway.teamalerts.manage'],
];

const MANIFEST = `
label: platform
teams:
  - { name: platform, allowed_models: [simulator], rpm_limit: 100 }
providers:
  - { name: house, kind: openai, api_key: "\${HOUSE_KEY}", headers: { x-team: platform } }
models:
  - { logical_name: house-gpt, provider: house, upstream_model: gpt-4o, prices: { input_per_million: 2.5 } }
virtual_models:
  - { name: safe, strategy: failover, targets: [{ model: house-gpt }] }
guardrails:
  - { name: no-codes, kind: regex, config: { patterns: ["CODE-[0-9]{4}"] } }
pii:
  - { name: personal data, input: redact }
cache:
  - { name: vectors, ttl_seconds: 60, models: [house-gpt] }
routing_configs:
  - { name: canary, strategy: weighted, targets: [{ model: house-gpt, weight: 1 }], guardrails: [no-codes] }
prompts:
  - name: greeting
    versions:
      - { version: 1, messages: [{ role: system, content: "Greet {{who}}." }], variables: [{ name: who }] }
    labels: [{ name: production, version: 1 }]
rate_limits:
  - { name: everybody, scope: organization, requests_per_minute: 1000 }
  - { name: platform, team: platform, requests_per_minute: 50 }
tags:
  - { name: departments, required: [department] , assign: [{ tags: { department: none } }] }
budgets:
  - { name: each customer, scope: customer, amount: 5 }
  - { name: everything, place: organization, amount: 500 }
alert_channels:
  - { name: hook, kind: webhook, url: "https://hooks.example.com/in/\${HOUSE_KEY}", secret: "\${HOOK_SECRET}" }
  - { name: everywhere, kind: slack, scope: organization, url: "https://hooks.slack.com/services/\${HOUSE_KEY}" }
alert_rules:
  - { name: budgets, kind: budget, settings: { thresholds: [100, 80] }, channels: [hook] }
  - { name: errors, kind: error_rate, scope: organization, channels: [everywhere] }
keys:
  - { name: ci, team: platform, rpm_limit: 10 }
`;

describe('the command line and running services', () => {
  let folder: string;
  let services: Service;
  let url: string;
  let token: string;

  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', HOME: folder, HOUSE_KEY: 'sk-house-key-of-the-test', HOOK_SECRET },
    });
    return { status, stdout, stderr };
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(databasesFolder(), 'multilane-apply-'));
    const port = await findClosedPort();
    url = `http://127.0.0.1:${port}`;
    const env = { PORT: String(port), OLLAMA_HOST: `127.0.0.1:${await findClosedPort()}` };
    await copyStandaloneTemplate(folder);
    services = await spawnService('/bin/sh', ['-c', 'cd "$0" && exec "$@"', folder, process.execPath, SERVICES], env);
    await waitUntilReady(services, `${url}/readyz`, LIMIT_MS);
    await waitUntil('the welcome', () => services.stdout().includes('ml_setup_') || undefined, LIMIT_MS);
    token = await makeAccount(url, services);
  }, LIMIT_MS);

  afterAll(async () => {
    await services?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, LIMIT_MS);

  it('signs in with a token that the service accepts, and keeps it to itself', () => {
    writeFileSync(join(folder, 'bad.txt'), 'ml_vat_nonsense-nonsense');
    const login = (given: string) =>
      spawnSync(process.execPath, [CLI, 'login', '--url', url], {
        input: given,
        encoding: 'utf8',
        env: { HOME: folder },
      });
    expect(login('ml_vat_nonsense-nonsense').status).toBe(4);
    expect(login(`${token}\n`)).toMatchObject({ status: 0, stdout: expect.stringContaining('default') });
    expect(statSync(join(folder, '.config/multilane/credentials.json')).mode & 0o777).toBe(0o600);
  });

  it('applies a manifest once, changes nothing the second time, and removes what left the label', () => {
    writeFileSync(join(folder, 'manifest.yaml'), MANIFEST);
    const apply = (...more: string[]) => run('apply', '-f', 'manifest.yaml', '--json', ...more);
    const verbs = (stdout: string) =>
      (JSON.parse(stdout) as { steps: { verb: string }[] }).steps.map(({ verb }) => verb);

    const trial = apply('--dry-run');
    expect([trial.stderr, trial.status]).toEqual(['', 3]);
    expect(new Set(verbs(trial.stdout))).toEqual(new Set(['create']));
    expect(trial.stdout).not.toContain('of-the-test');
    expect(apply()).toMatchObject({ status: 2, stderr: expect.stringContaining('--keys-out') });

    const first = apply('--keys-out', 'keys.json');
    expect([first.stderr, first.status]).toEqual(['', 0]);
    expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600);
    const [key] = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as { name: string; key: string }[];
    expect(key).toMatchObject({ name: 'ci', key: expect.stringMatching(/^ml-/) });
    expect(first.stdout).not.toContain(key?.key);

    const second = apply();
    expect([second.stderr, second.status]).toEqual(['', 0]);
    expect(new Set(verbs(second.stdout))).toEqual(new Set(['keep']));
    expect(apply('--dry-run').status).toBe(0);

    writeFileSync(
      join(folder, 'manifest.yaml'),
      MANIFEST.replace('rpm_limit: 100', 'rpm_limit: 7').replace(/cache:\n.*\n/, ''),
    );
    const changed = run('apply', '-f', 'manifest.yaml', '--prune');
    expect([changed.stderr, changed.status]).toEqual(['', 0]);
    expect(changed.stdout).toContain('~ team platform\n    rpm_limit: 100 → 7');
    expect(changed.stdout).toContain('- cache policy vectors');
    expect(run('apply', '-f', 'manifest.yaml', '--prune', '--dry-run').status).toBe(0);
  });

  it('exports what is there as a manifest that changes nothing', () => {
    const exported = run('export');
    // The token lacks the permission of that section.
    expect([exported.stderr, exported.status]).toEqual([
      'Left out: exports. GET /admin/exports: 403. This requires the permission gateway.exports.read.\n',
      0,
    ]);
    expect(run('export', '--section', 'exports').status).toBe(1);
    expect(exported.stdout).not.toContain('of-the-test');
    expect(exported.stdout).not.toContain('whsec_');
    expect(exported.stdout).toContain('    scope: customer\n');
    expect(exported.stdout).toContain('    place: organization\n');
    writeFileSync(join(folder, 'exported.yaml'), exported.stdout);
    const again = run('apply', '-f', 'exported.yaml', '--dry-run');
    expect([again.stderr, again.status, again.stdout]).toEqual([
      '',
      0,
      expect.stringContaining('0 to create, 0 to change'),
    ]);
  });

  it('lists keys, turns one off and on, and prints requests', async () => {
    const [row] = JSON.parse(run('keys', 'list', '--team', 'platform', '--json').stdout) as { id: string }[];
    expect(run('keys', 'disable', row?.id ?? '')).toMatchObject({ status: 0, stdout: 'Disabled ci.\n' });
    expect(run('keys', 'enable', row?.id ?? '')).toMatchObject({ status: 0, stdout: 'Enabled ci.\n' });
    const [{ key }] = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as [{ key: string }];
    const headers = { authorization: `Bearer ${key}` };
    const body = { model: 'simulator', messages: [{ role: 'user', content: 'Say hello.' }] };
    const answer = await httpRequest({ method: 'POST', url: `${url}/v1/chat/completions`, headers, body });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('hello')]);
    const deadline = Date.now() + 30_000;
    let printed = '';
    while (printed === '' && Date.now() < deadline)
      printed = run('tail', '--once', '--since', '300', '--team', 'platform').stdout;
    expect(printed).toMatch(/200 {2}chat\.completions {2}simulator {2}platform/);
  });
});

/** The first owner, and a virtual account of the organization with a token, as people make them. */
async function makeAccount(url: string, services: Service): Promise<string> {
  const [setup = ''] = /ml_setup_[A-Za-z0-9]+/.exec(services.stdout()) ?? [];
  const owner = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery staple' };
  const origin = { origin: url };
  const body = { ...owner, token: setup };
  const signedUp = await httpRequest({ method: 'POST', url: `${url}/auth/setup`, body, headers: origin });
  const cookie = String(signedUp.headers['set-cookie']).split(';')[0] ?? '';
  const headers = { ...origin, cookie };
  const send = async (path: string, sent: object) => {
    const answer = await httpRequest({ method: 'POST', url: `${url}${path}`, headers, body: sent });
    expect([path, answer.status, answer.text]).toEqual([path, 201, expect.anything()]);
    return answer.json() as { id: string; token: string };
  };
  const { id } = await send('/org/accounts', { name: 'ci', permissions: PERMISSIONS });
  return (await send(`/org/accounts/${id}/tokens`, { name: 'apply', rotate_every_days: 30 })).token;
}
