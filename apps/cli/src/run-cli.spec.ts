import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { describeRecord, readSince } from './commands/tail-command.js';
import type { CliContext } from './context.js';
import { createProgram } from './create-program.js';
import { EXIT } from './exit-codes.js';
import { runCli } from './run-cli.js';

interface Run {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

const context = (send?: typeof fetch): CliContext & { out: string[]; err: string[] } => {
  const out: string[] = [];
  const err: string[] = [];
  return {
    out,
    err,
    environment: { MULTILANE_URL: 'https://ai.example.com', MULTILANE_TOKEN: 'ml_vat_of_the_test' },
    signal: new AbortController().signal,
    exitCode: EXIT.done,
    terminal: {
      write: (text) => void out.push(text),
      writeError: (text) => void err.push(text),
      readSecret: () => Promise.resolve('ml_vat_of_the_test'),
    },
    ...(send === undefined ? {} : { send }),
  };
};

async function run(args: readonly string[], send?: typeof fetch): Promise<Run> {
  const given = context(send);
  const exitCode = await runCli(args, given);
  return { exitCode, out: given.out.join(''), err: given.err.join('') };
}

const answering =
  (status: number, body: unknown): typeof fetch =>
  () =>
    Promise.resolve(new Response(JSON.stringify(body), { status }));

const listAll = (command: Command): Command[] => [command, ...command.commands.flatMap(listAll)];
const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;

describe('the command line', () => {
  it.each(listAll(createProgram(context())).map(pathOf))('explains %s', (path) => {
    const command = listAll(createProgram(context())).find((each) => pathOf(each) === path) as Command;
    const help = command.helpInformation();
    expect(help).toContain(`Usage: ${path}`);
    expect(help).toContain('--json');
    expect(command.description()).toMatch(/[.:`]$/);
  });

  it('exits 0 for help and 2 for wrong usage', async () => {
    expect((await run(['--help'])).exitCode).toBe(EXIT.done);
    expect((await run(['apply', '--help'])).exitCode).toBe(EXIT.done);
    for (const args of [
      ['nonsense'],
      ['apply'],
      ['import', 'litellm'],
      ['completion', 'tcsh'],
      ['keys', 'delete', 'x'],
      ['login'],
    ]) {
      expect([args, (await run(args)).exitCode]).toEqual([args, EXIT.wrongUsage]);
    }
  });

  it('says in words, or as JSON, what a service rejects, and never the token', async () => {
    const refusal = answering(401, { error: { message: 'Unknown key.', code: 'invalid_api_key' } });
    const words = await run(['keys', 'list'], refusal);
    expect(words).toMatchObject({ exitCode: EXIT.notConnected, out: '' });
    expect(words.err).toContain('Unknown key.');
    const json = await run(['keys', 'list', '--json'], refusal);
    expect(JSON.parse(json.err)).toEqual({ error: { message: expect.stringContaining('401') } });
    const away = await run(['keys', 'list'], () =>
      Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })),
    );
    expect(away).toMatchObject({ exitCode: EXIT.notConnected, err: expect.stringContaining('ECONNREFUSED') });
    expect(JSON.stringify([words, json, away])).not.toContain('ml_vat_of_the_test');
  });

  it('lists all pages, and shows nothing that steers a terminal', async () => {
    const pages = [
      { data: [{ id: '1', name: 'a\u001b[2Jb', team: 't', key_hint: 'ml-…1' }], next_cursor: 'more' },
      { data: [{ id: '2', name: 'c', team: 't', key_hint: 'ml-…2' }], next_cursor: null },
    ];
    const asked: string[] = [];
    const send: typeof fetch = (address) => {
      asked.push(String(address));
      return Promise.resolve(new Response(JSON.stringify(pages[asked.length - 1])));
    };
    const { out, exitCode } = await run(['keys', 'list', '--team', 't'], send);
    expect(exitCode).toBe(EXIT.done);
    expect(asked[1]).toContain('team=t&limit=200&cursor=more');
    expect(out).toContain('a[2Jb');
    expect(out).not.toContain('\u001b');
  });

  it.each(['bash', 'zsh', 'fish'])('completes commands and options for %s', async (shell) => {
    const { out } = await run(['completion', shell]);
    for (const word of ['import', 'litellm', 'dry-run', 'doctor', 'rotate']) expect(out).toContain(word);
  });

  it('prints recorded requests once each', async () => {
    const row = {
      id: '1',
      time: '2026-11-25T10:00:00.000Z',
      status: 200,
      endpoint: 'chat.completions',
      model: 'gpt',
      team: 'research',
      duration_ms: 12.4,
      total_tokens: 30,
      cost_usd: 0.0001,
      error_code: null,
    };
    const { out } = await run(['tail', '--once', '--json'], answering(200, { data: [row, row], next_cursor: null }));
    expect(out.trim().split('\n')).toHaveLength(1);
    expect(describeRecord(row)).toBe(
      '2026-11-25T10:00:00.000Z  200  chat.completions  gpt  research  12 ms  30 tokens  $0.000100',
    );
  });

  it.each([
    ['0', 0],
    ['90', 90_000],
    ['30s', 30_000],
    ['2h', 7_200_000],
    ['1.5h', 5_400_000],
    ['7d', 604_800_000],
  ])('reads %s as a time before now', (text, milliseconds) => {
    expect(readSince(text, 1_000_000_000_000)).toBe(1_000_000_000_000 - milliseconds);
  });

  it('begins with requests since a point in time', () => {
    expect(readSince('2026-11-25T10:00:00Z', 0)).toBe(Date.UTC(2026, 10, 25, 10));
  });

  it.each([
    ['--since', 'yesterday'],
    ['--since', '2 hours'],
    ['--since', '-5'],
    ['--interval', 'often'],
  ])('rejects %s %s, and names the option', async (option, value) => {
    const { err, exitCode } = await run(['tail', '--once', option, value], answering(200, { data: [] }));
    expect([exitCode, err]).toEqual([EXIT.wrongUsage, expect.stringContaining(option)]);
  });

  it('says that there are no requests, apart from the result', async () => {
    const { out, err } = await run(
      ['tail', '--once', '--since', '2h'],
      answering(200, { data: [], next_cursor: null }),
    );
    expect([out, err]).toEqual(['', expect.stringContaining('There are no such requests since')]);
  });

  it('writes the name of a workspace into a manifest, and never its id', async () => {
    const send: typeof fetch = (address) => {
      const isWorkspaces = String(address).includes('/admin/workspaces');
      const data = isWorkspaces ? [{ id: 'id-of-this-deployment', name: 'research' }] : [];
      return Promise.resolve(new Response(JSON.stringify({ data, next_cursor: null })));
    };
    const { out } = await run(['export', '--section', 'teams'], send);
    expect(out).toContain('workspace: research');
    expect(out).not.toContain('id-of-this-deployment');
  });
});
