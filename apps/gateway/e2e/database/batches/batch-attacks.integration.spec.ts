import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createInProcessChannel,
  type DatabaseWithSecrets,
  newId,
  openDatabase,
  SecretBox,
  type VersionChannel,
} from '@multilane/persistence';
import { completion, type FakeUpstream, jsonReply, startUpstream, testDatabases, waitUntil } from '@multilane/testing';
import OpenAI, { toFile } from 'openai';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from '../make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from '../start-gateway-on.js';

/** Model of a provider that does not serve files. */
const MODEL = 'meta-llama/llama-3.1:free';
const LIMIT_MS = 120_000;
const MIB = 1024 * 1024;
const STORED_MB = 26;
const ENDS = ['completed', 'failed', 'expired', 'cancelled'];

// docs/contract/batches.md
/** A server where there is one: it stores tens of megabytes quickly. */
const kinds = [...testDatabases()].slice(-1);

describe.each(kinds)('batches that somebody races or feeds oddly, on $name', (kind) => {
  let database: DatabaseWithSecrets;
  let channel: VersionChannel;
  let upstream: FakeUpstream;
  let gateway: GatewayInProcess;
  let own: Tenant;
  let token: string;
  let ada: OpenAI;

  beforeAll(async () => {
    channel = createInProcessChannel();
    database = await openDatabase({ ...(await kind.create()), channel, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
    await database.migrate();
    upstream = await startUpstream({ strict: false });
    upstream.setDefault(jsonReply(completion({ content: 'x' })));
    own = await makeTenant(database, 'default', { upstreamUrl: upstream.url });
    gateway = await startGatewayOn({ database, channel }, upstream.url, {
      batches: { lines_at_once: 4, max_open: 50, stored_files_mb: STORED_MB, workers: 4 },
    });
    ({ token } = await own.issueKey(false));
    const baseURL = `${gateway.url}/v1`;
    ada = new OpenAI({ apiKey: token, baseURL, maxRetries: 0, defaultHeaders: { 'x-service-model': MODEL } });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    await channel?.close();
    await database?.close();
    await upstream?.close();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const upload = async (text: string | Buffer) =>
    ada.files.create({ file: await toFile(Buffer.from(text), 'in.jsonl'), purpose: 'batch' });
  const chat = (customId: string) =>
    JSON.stringify({
      custom_id: customId,
      method: 'POST',
      url: '/v1/chat/completions',
      body: { model: MODEL, messages: [{ role: 'user', content: 'a' }] },
    });
  const start = async (text: string) =>
    ada.batches.create({
      input_file_id: (await upload(text)).id,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    });
  const ended = (id: string) =>
    waitUntil(
      'the end of the batch',
      async () => {
        const batch = await ada.batches.retrieve(id);
        return ENDS.includes(batch.status) ? batch : undefined;
      },
      30_000,
    );
  const readLines = async (fileId: string | null | undefined) =>
    fileId
      ? (await (await ada.files.content(fileId)).text())
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as { custom_id: string })
      : [];

  it(
    'whose file is deleted while it is downloaded do not let its beginning pass for the whole',
    async () => {
      const { id } = await upload(Buffer.alloc(24 * MIB, 'x'));
      const [response] = (await once(
        get(`${gateway.url}/v1/files/${id}/content`, { headers: { authorization: `Bearer ${token}` } }),
        'response',
      )) as [IncomingMessage];
      expect([response.statusCode, response.headers['content-length']]).toEqual([200, String(24 * MIB)]);
      let bytes = 0;
      const outcome = new Promise<string>((resolve) => {
        response.on('end', () => resolve('ended'));
        response.on('error', ({ message }) => resolve(message));
      });
      expect(await ada.files.delete(id)).toMatchObject({ deleted: true });
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      const late = new Promise<string>((resolve) => setTimeout(() => resolve('nothing for 4 s'), 4_000).unref());
      expect(await Promise.race([outcome, late])).toBe('aborted');
      expect(bytes).toBeLessThan(24 * MIB);
    },
    LIMIT_MS,
  );

  it(
    'have files that never exceed what an organization may store, also while several are uploaded',
    async () => {
      const readBytes = async () => {
        const { rows } = await database.sql.executeSql(
          // Less what sealing adds, which is under 64 bytes.
          'SELECT coalesce(sum(octet_length(sealed) - 64), 0)::int AS bytes FROM stored_file_chunks',
        );
        return (rows[0] as { bytes: number }).bytes;
      };
      let isOver = false;
      let most = 0;
      const watch = async (): Promise<void> => {
        while (!isOver) most = Math.max(most, await readBytes());
      };
      const watching = watch();
      const files = await Promise.allSettled(
        Array.from({ length: 5 }, (_, each) => upload(Buffer.alloc(10 * MIB, String(each)))),
      );
      isOver = true;
      await watching;
      const stored = files.flatMap((file) => (file.status === 'fulfilled' ? [file.value] : []));
      const refused = files.flatMap((file) => (file.status === 'rejected' ? [file.reason] : []));
      for (const each of refused) expect(each).toMatchObject({ status: 413, code: 'payload_too_large' });
      // Lines that fit are not rejected for those that do not.
      expect(stored).toHaveLength(2);
      expect(await database.storedFiles.measure(own.organizationId)).toBe(20 * MIB);
      expect(most).toBeLessThanOrEqual(STORED_MB * MIB);
      for (const { id } of stored) await ada.files.delete(id);
    },
    LIMIT_MS,
  );

  it(
    'have uploads whose gateway died: they count until they are removed',
    async () => {
      const { organizationId } = own;
      const left = { id: newId(), purpose: 'batch', filename: 'left', size: 20 * MIB };
      const expiresAt = new Date(Date.now() + 60_000);
      await database.storedFiles.begin({ organizationId, owner: 'somebody' }, { ...left, expiresAt }, undefined);
      await expect(upload(Buffer.alloc(10 * MIB, 'x'))).rejects.toMatchObject({ status: 413 });
      await database.sql.executeSql('UPDATE stored_files SET expires_at = now() WHERE id = $1', [left.id]);
      await database.storedFiles.removeExpired();
      const { id } = await upload(Buffer.alloc(10 * MIB, 'x'));
      expect(await database.storedFiles.measure(organizationId)).toBe(10 * MIB);
      await ada.files.delete(id);
    },
    LIMIT_MS,
  );

  it(
    'name odd custom ids as they came',
    async () => {
      const odd = ['\u0000', '"\\\n', '\ud800', '../../x', '__proto__', '\u2028', '{{x}}', '\u202e', 'x'.repeat(512)];
      const done = await ended((await start(odd.map(chat).join('\n'))).id);
      expect(done).toMatchObject({ status: 'completed', request_counts: { completed: odd.length, failed: 0 } });
      expect((await readLines(done.output_file_id)).map(({ custom_id: id }) => id)).toEqual(odd);
    },
    LIMIT_MS,
  );

  it(
    'that are cancelled as they complete have each line once, in one of their files, and end once',
    async () => {
      const names = Array.from({ length: 9 }, (_, index) => `n${index}`);
      for (const delayMs of [0, 30, 80, 150, 250, 400, 700]) {
        const { id } = await start(names.map(chat).join('\n'));
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        const asked = await Promise.allSettled([1, 2, 3].map(() => ada.batches.cancel(id)));
        expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
        const done = await ended(id);
        expect(['completed', 'cancelled']).toContain(done.status);
        const lines = [...(await readLines(done.output_file_id)), ...(await readLines(done.error_file_id))];
        // One that is cancelled before its lines are read has none.
        const expected = done.request_counts?.total === 0 ? lines.map(({ custom_id: each }) => each) : names;
        expect(lines.map(({ custom_id: each }) => each).sort()).toEqual(expected);
        expect(new Set(lines.map(({ custom_id: each }) => each)).size).toBe(lines.length);
      }
    },
    LIMIT_MS,
  );

  it(
    'are not run in part where their input is deleted while it is checked',
    async () => {
      const file = await upload(Array.from({ length: 20_000 }, (_, index) => chat(`n${index}`)).join('\n'));
      const before = upstream.requests.length;
      const asked = { endpoint: '/v1/chat/completions', completion_window: '24h' } as const;
      const batch = await ada.batches.create({ ...asked, input_file_id: file.id });
      await waitUntil('the first lines', async () => {
        const { rows } = await database.sql.executeSql('SELECT 1 FROM batch_lines LIMIT 1');
        return rows.length > 0 ? true : undefined;
      });
      await ada.files.delete(file.id);
      const done = await ended(batch.id);
      expect(done).toMatchObject({ status: 'failed', errors: { data: [{ code: 'input_file_not_found' }] } });
      expect(upstream.requests.length).toBe(before);
    },
    LIMIT_MS,
  );

  it.each([
    ['a cursor that is no id', '/v1/batches?after=x', 'after'],
    ['a cursor with the character NUL', '/v1/batches?after=batch_%00', 'after'],
    ['a cursor of 4,000 characters', `/v1/batches?after=${'x'.repeat(4_000)}`, 'after'],
    ['a limit in other words', '/v1/batches?limit=1e2', 'limit'],
    ['a negative limit', '/v1/batches?limit=-1', 'limit'],
    ['an id with a path', '/v1/batches/..%2f..%2fadmin', 'batch_id'],
    ['an id with the character NUL', '/v1/batches/batch_%00', 'batch_id'],
    ['an id of nobody', `/v1/batches/batch_${'0'.repeat(32)}`, 'batch_id'],
    ['an id with SQL', "/v1/batches/batch_'%20OR%201=1%20--", 'batch_id'],
    ['a file of nobody', `/v1/files/file-ml${'0'.repeat(32)}/content`, 'file_id'],
  ])('reject %s and name the field', async (_, path, param) => {
    const answer = await gateway.send(path, { token, headers: { 'x-service-model': MODEL } });
    expect([answer.status < 500, (answer.json() as { error: { param: string } }).error.param]).toEqual([true, param]);
  });
});
