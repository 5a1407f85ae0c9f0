import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CliContext } from '../context.js';
import { EXIT } from '../exit-codes.js';
import { runCli } from '../run-cli.js';

const FIXTURES = new URL('../../../../libs/importers/fixtures/usage/', import.meta.url);

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
}

describe('multilane import usage', () => {
  let folder: string;
  const path = (name: string): string => join(folder, name);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'multilane-usage-'));
    for (const name of ['openai-usage.json', 'openai-costs.json', 'litellm-spend-logs.json']) {
      writeFileSync(path(name), readFileSync(new URL(name, FIXTURES)));
    }
    writeFileSync(path('logs.json.gz'), gzipSync(readFileSync(new URL('litellm-spend-logs.json', FIXTURES))));
    writeFileSync(path('map.yaml'), 'teams: { proj_support: support }\nmodels: { gpt-4o-2024-08-06: large }\n');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a command line against a service that answers as it is told. */
  async function run(
    args: readonly string[],
    answer: (call: Call) => { status?: number; body: object } = () => ({ body: { id: 'i1' } }),
  ) {
    const calls: Call[] = [];
    const out: string[] = [];
    const errors: string[] = [];
    const context: CliContext = {
      environment: { MULTILANE_URL: 'http://127.0.0.1:9', MULTILANE_TOKEN: 'ml_pat_x' } as CliContext['environment'],
      terminal: {
        write: (text) => out.push(text),
        writeError: (text) => errors.push(text),
        readSecret: () => Promise.resolve(''),
      },
      signal: new AbortController().signal,
      send: ((url: string, init: { method: string; body?: string }) => {
        const call = {
          method: init.method,
          path: new URL(url).pathname,
          body: JSON.parse(init.body ?? '{}') as Call['body'],
        };
        if (call.path === '/admin/models') return Promise.resolve(Response.json({ data: [{ logical_name: 'large' }] }));
        calls.push(call);
        const { body, status = 200 } = answer(call);
        return Promise.resolve(Response.json(body, { status }));
      }) as typeof fetch,
      exitCode: EXIT.done,
    };
    const code = await runCli(args[0] === 'reconcile' ? args : ['import', 'usage', ...args], context);
    return { code, calls, text: out.join(''), errors: errors.join('') };
  }

  it('reports on files and sends nothing in a dry run', async () => {
    const { calls, code, text } = await run([
      '--from',
      'openai',
      '--dry-run',
      '--json',
      '--map',
      path('map.yaml'),
      path('openai-usage.json'),
      path('openai-costs.json'),
    ]);
    expect([code, calls]).toEqual([EXIT.done, []]);
    expect(JSON.parse(text)).toMatchObject({
      dry_run: true,
      days: 2,
      first_day: '2026-11-01',
      last_day: '2026-11-03',
      requests: 485,
      cost_usd: '0.908',
      unknown_models: ['gpt-4o-mini-2024-07-18', 'web search tool calls'],
    });
  });

  it('sends the rows with names here, and completes the import with the hash of the files and choices', async () => {
    const files = [path('openai-usage.json'), path('openai-costs.json')];
    const options = [
      '--from',
      'openai',
      '--key-team',
      'proj_search=search',
      '--map',
      path('map.yaml'),
      '--overlap',
      'skip',
    ];
    const first = await run([...options, ...files], () => ({
      body: { id: 'i1', outcome: 'complete', usage_import: { id: 'i1' } },
    }));
    expect(first.calls.map(({ method, path: of }) => `${method} ${of}`)).toEqual([
      'POST /admin/usage/imports',
      'POST /admin/usage/imports/i1/rows',
      'POST /admin/usage/imports/i1/completion',
    ]);
    const [begun, sent, done] = first.calls;
    expect(begun?.body).toEqual({ source: 'openai' });
    const rows = sent?.body.rows as Record<string, unknown>[];
    expect(rows.map(({ cost_usd, part, team }) => [part, team, cost_usd])).toEqual([
      ['usage', 'search', '0'],
      ['usage', 'support', '0'],
      ['usage', 'search', '0'],
      ['cost', 'search', '0.55'],
      ['cost', 'support', '0.123'],
      ['cost', 'support', '0.01'],
      ['cost', 'search', '0.225'],
    ]);
    expect(done?.body).toEqual({ digest: expect.stringMatching(/^[0-9a-f]{64}$/), overlap: 'skip' });
    const again = await run([...options, ...files]);
    expect(again.calls.at(-1)?.body.digest).toBe(done?.body.digest);
    const other = await run(['--from', 'openai', ...files]);
    expect(other.calls.at(-1)?.body.digest).not.toBe(done?.body.digest);
    const kept = await run([...options.slice(0, -1), 'keep', ...files]);
    expect(kept.calls.at(-1)?.body.digest).not.toBe(done?.body.digest);
  });

  it('reads packed files, and only the days that are asked for', async () => {
    const packed = ['--from', 'litellm', path('logs.json.gz')];
    const all = await run(packed);
    expect(all.calls[1]?.body.rows).toHaveLength(3);
    const first = await run([...packed, '--until', '2026-11-01']);
    expect(first.calls[1]?.body.rows).toHaveLength(1);
  });

  it('removes the import again if the service rejects rows', async () => {
    const { calls, code, errors } = await run(['--from', 'openai', path('openai-usage.json')], ({ path: of }) =>
      of.endsWith('/rows') ? { status: 409, body: { error: { message: 'Too many rows.' } } } : { body: { id: 'i1' } },
    );
    expect([code, errors]).toEqual([EXIT.failed, expect.stringContaining('Too many rows.')]);
    expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/admin/usage/imports/i1' });
  });

  it('lists and removes imports', async () => {
    const row = {
      id: 'i1',
      source: 'aws',
      account: 'eu',
      first_day: '2026-11-01',
      last_day: '2026-11-02',
      requests: 0,
      cost_usd: '1.5',
      created_by: 'ann',
    };
    expect((await run(['--list'], () => ({ body: { data: [row] } }))).text).toBe(
      'i1  aws eu: 2026-11-01 to 2026-11-02, 0 requests, $1.5, by ann\n',
    );
    expect((await run(['--remove', 'i1'])).calls).toMatchObject([
      { method: 'DELETE', path: '/admin/usage/imports/i1' },
    ]);
  });

  it.each([
    [['x.csv'], 'Name the source'],
    [['--from', 'openai'], 'Name the files'],
    [['--from', 'openai', '--since', 'May', 'x.csv'], '--since must be a day'],
    [['--from', 'openai', '--zone', 'Mars', 'x.csv'], '--zone must be'],
    [['--from', 'openai', '--key-team', 'x', 'x.csv'], '--key-team must be'],
  ])('rejects the command line %j', async (args, problem) => {
    const { code, errors } = await run(args);
    expect([code, errors]).toEqual([EXIT.wrongUsage, expect.stringContaining(problem)]);
  });

  it('names the file, line and field of what it cannot read, and a file that is not there', async () => {
    writeFileSync(
      path('faulty.csv'),
      'startTime,api_key,spend,prompt_tokens,completion_tokens\n2026-11-01,x,1,many,1\n',
    );
    const faulty = await run(['--from', 'litellm', '--dry-run', path('faulty.csv')]);
    expect([faulty.code, faulty.errors]).toEqual([
      EXIT.failed,
      'faulty.csv:2: `prompt_tokens` must be a whole number from 0 up.\n',
    ]);
    const missing = await run(['--from', 'litellm', '--dry-run', path('missing.csv')]);
    expect([missing.code, missing.errors]).toEqual([EXIT.failed, expect.stringContaining('cannot be read: ENOENT')]);
  });

  it('compares a bill by its lines, exits 1 where it differs, and shows the reasons', async () => {
    const row = {
      day: '2026-11-01',
      model: 'gpt-4o-2024-08-06',
      differs: true,
      billed: { requests: 60, input_tokens: 80_000, cached_tokens: 40_000, output_tokens: 30_000, cost_usd: '0.55' },
      recorded: null,
      reasons: [{ kind: 'not_recorded', text: 'No request.' }],
    };
    const totals = {
      from: '2026-11-01',
      to: '2026-11-03',
      billed_cost_usd: '0.908',
      billed_tokens: 800_000,
      recorded_cost_usd: '0',
      recorded_tokens: 0,
    };
    const args = [
      'reconcile',
      '--from',
      'openai',
      '--provider',
      'main',
      path('openai-usage.json'),
      path('openai-costs.json'),
    ];
    const differs = await run(args, () => ({
      body: { ...totals, differences: 1, rows: [row, { ...row, differs: false }] },
    }));
    expect(differs.code).toBe(EXIT.failed);
    expect(differs.text).toBe(
      [
        '2026-11-01 to 2026-11-03 (UTC): 1 of 2 days and models differ.',
        'Billed: $0.908, 800000 tokens. Recorded: $0, 0 tokens.',
        '2026-11-01  gpt-4o-2024-08-06: billed $0.55, 120000 tokens in (40000 cached), 30000 out, 60 requests; recorded nothing',
        '    not_recorded: No request.',
        '',
      ].join('\n'),
    );
    const body = differs.calls[0]?.body;
    expect(body).toMatchObject({ source: 'openai', providers: ['main'], tolerance_percent: 1, tolerance_usd: '0.01' });
    expect(body?.lines).toContainEqual({
      day: '2026-11-01',
      model: 'gpt-4o-2024-08-06',
      requests: 60,
      tokens: { input: 80_000, cached_input: 40_000, output: 30_000 },
      cost_usd: '0.55',
      costs_usd: { input: '0.2', cached_input: '0.05', output: '0.3' },
    });
    const agrees = await run([...args, '--json', '--since', '2026-11-02'], () => ({
      body: { ...totals, differences: 0, rows: [] },
    }));
    expect([agrees.code, JSON.parse(agrees.text)]).toEqual([EXIT.done, { ...totals, differences: 0, rows: [] }]);
    expect(agrees.calls[0]?.body.lines).toHaveLength(1);
    const wrong = await run([...args, '--tolerance-percent', 'much']);
    expect(wrong.code).toBe(EXIT.wrongUsage);
  });
});
