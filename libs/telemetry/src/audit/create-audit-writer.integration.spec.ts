import { mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditRecord } from './audit-record.js';
import { type AuditProblem, createAuditWriter } from './create-audit-writer.js';

const buildRecord = (request_id: string): AuditRecord => ({
  time: '2026-11-20T12:00:00.000Z',
  id: '019aa0d0-0000-7000-8000-000000000000',
  request_id,
  endpoint: 'chat',
  method: 'POST',
  kind: 'call',
  status: 200,
  error_code: null,
  organization: 'default',
  organization_id: null,
  workspace: null,
  workspace_id: null,
  team: 'research',
  team_id: null,
  user_id: null,
  service_account_id: null,
  credential_type: 'api_key',
  credential_id: null,
  api_key_name: 'ci',
  key_role: 'member',
  model: 'gpt-4o',
  logical_name: 'gpt-4o',
  provider: 'openai',
  provider_kind: 'openai',
  upstream_model: 'gpt-4o-2024-11-20',
  streamed: false,
  duration_ms: 12.5,
  time_to_first_byte_ms: 10,
  prompt_tokens: 10,
  completion_tokens: 2,
  total_tokens: 12,
  cached_tokens: null,
  reasoning_tokens: null,
  usage_source: 'reported',
  cache: null,
  attempts: 1,
  outcome: 'success',
  cost_usd: null,
  price_version: null,
  client_address: null,
  client: null,
  client_version: null,
  charges: [],
  details: null,
});

let folder: string;
let problems: AuditProblem[];
const onProblem = (problem: AuditProblem): void => {
  problems.push(problem);
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'multilane-audit-'));
  problems = [];
});
afterEach(() => rm(folder, { recursive: true }));

async function readIds(path: string): Promise<string[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => (JSON.parse(line) as AuditRecord).request_id);
}

describe('the audit log', () => {
  it('is NDJSON, one whole record a line, in the order of writing', async () => {
    const path = join(folder, 'audit.ndjson');
    const writer = createAuditWriter({ path, onProblem });
    const ids = Array.from({ length: 500 }, (_, index) => `request-${index}-é🔑\n`);
    for (const id of ids) writer.write(buildRecord(id));
    await writer.flush();
    expect(await readIds(path)).toEqual(ids);
    expect(JSON.parse((await readFile(path, 'utf8')).split('\n')[0] ?? '')).toEqual(buildRecord(ids[0] ?? ''));
    expect(problems).toEqual([]);
  });

  it('makes its folder, and a file that only its owner may read', async () => {
    const path = join(folder, 'deep', 'er', 'audit.ndjson');
    const writer = createAuditWriter({ path, onProblem });
    writer.write(buildRecord('a'));
    await writer.flush();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('is appended to by the next process', async () => {
    const path = join(folder, 'audit.ndjson');
    for (const id of ['a', 'b']) {
      const writer = createAuditWriter({ path, onProblem });
      writer.write(buildRecord(id));
      await writer.flush();
    }
    expect(await readIds(path)).toEqual(['a', 'b']);
  });

  it('continues in a new file after rotation, without losing a record', async () => {
    const path = join(folder, 'audit.ndjson');
    const rotated = join(folder, 'audit.1.ndjson');
    const writer = createAuditWriter({ path, onProblem });
    writer.write(buildRecord('before'));
    await rename(path, rotated);
    writer.write(buildRecord('between'));
    writer.reopen();
    writer.write(buildRecord('after'));
    await writer.flush();
    expect(await readIds(rotated)).toEqual(['before', 'between']);
    expect(await readIds(path)).toEqual(['after']);
    expect(problems).toEqual([]);
  });

  it('reports a file that cannot be opened and every record it costs, and recovers by itself', async () => {
    const path = join(folder, 'taken', 'audit.ndjson');
    const blocker = createAuditWriter({ path: join(folder, 'taken'), onProblem });
    const writer = createAuditWriter({ path, onProblem });
    writer.write(buildRecord('lost'));
    expect(problems.map(({ kind }) => kind)).toEqual(['failed', 'failed', 'dropped']);

    await blocker.flush();
    await rm(join(folder, 'taken'));
    writer.reopen();
    writer.write(buildRecord('kept'));
    await writer.flush();
    expect(await readIds(path)).toEqual(['kept']);
  });

  it('reports a disk that rejects, and does not throw', async () => {
    const writer = createAuditWriter({ path: '/dev/full', onProblem });
    writer.write(buildRecord('a'));
    await writer.flush();
    expect(problems.map(({ kind }) => kind)).toContain('failed');
    expect(problems[0]?.error).toMatchObject({ code: 'ENOSPC' });
  });

  it('bounds what waits for a slow destination, and reports each record it drops', async () => {
    const path = join(folder, 'audit.ndjson');
    const writer = createAuditWriter({ path, onProblem, maxWaitingBytes: 5_000 });
    for (let index = 0; index < 100; index++) writer.write(buildRecord(`request-${index}`));
    await writer.flush();
    const kept = await readIds(path);
    expect(kept.length).toBeGreaterThan(0);
    expect(problems.filter(({ kind }) => kind === 'dropped')).toHaveLength(100 - kept.length);
    expect(problems.length).toBeGreaterThan(0);
  });
});
