import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { startGateway } from '@multilane/gateway';
import { createInProcessChannel, openDatabase } from '@multilane/persistence';
import { gatewayConfig, type HttpAnswer, httpRequest, TEST_KEYS, testDatabases } from '@multilane/testing';
import { startGatewayOn } from './database/start-gateway-on.js';
import { HOOK_LIMIT_MS } from './start-pair.js';

const [embedded] = testDatabases();
if (embedded === undefined) throw new Error('there is always the embedded database');

const ID = '01930000-0000-7000-8000-00000000000a';
const FORM = { 'content-type': 'multipart/form-data; boundary=b0' };
const UPLOAD = Buffer.from(
  '--b0\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\ntext\r\n--b0--\r\n',
);

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly isUpload: boolean;
}

/** Every route for knowledge that the API describes. */
async function listOperations(url: string): Promise<Operation[]> {
  const { paths } = (await httpRequest({ url: `${url}/openapi.json` })).json() as {
    paths: Record<string, Record<string, { requestBody?: { content: object } }>>;
  };
  return Object.entries(paths)
    .filter(([path]) => /^\/v1\/(kb|docsets)(\/|$)/.test(path))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, { requestBody }]) => ({
        method: method.toUpperCase(),
        path: path.replaceAll(/\{\w+\}/g, ID),
        isUpload: Object.hasOwn(requestBody?.content ?? {}, 'multipart/form-data'),
      })),
    );
}

describe('knowledge bases of teams that gateway.yaml declares', () => {
  const folder = mkdtempSync(join(tmpdir(), 'multilane-knowledge-'));
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  }, HOOK_LIMIT_MS);

  const startWithoutDatabase = async (): Promise<string> => {
    const text = gatewayConfig({
      upstreamUrl: 'http://127.0.0.1:9',
      server: { host: '127.0.0.1', port: 0, drain_delay_ms: 0, drain_ms: 100 },
      telemetry: { log_level: 'silent' },
      audit: { path: join(folder, 'audit.ndjson'), spool_dir: join(folder, 'spool') },
    });
    const gateway = await startGateway({ config: parseConfig(text, { env: {} }).config });
    closing.push(() => gateway.stop());
    return gateway.url;
  };
  const startWithoutKey = async (): Promise<string> => {
    const channel = createInProcessChannel();
    const database = await openDatabase({ ...(await embedded.create()), channel });
    closing.push(() => embedded.stop());
    await database.migrate();
    const gateway = await startGatewayOn({ database, channel }, 'http://127.0.0.1:9');
    closing.push(
      () => database.close(),
      () => channel.close(),
      () => gateway.stop(),
    );
    return gateway.url;
  };
  const send = (url: string, { isUpload, method, path }: Operation): Promise<HttpAnswer> => {
    const body = isUpload ? UPLOAD : ['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined;
    const headers = { authorization: `Bearer ${TEST_KEYS.research}`, ...(isUpload && FORM) };
    return httpRequest({ url: `${url}${path}`, method, headers, ...(body && { body }) });
  };

  it.each<[string, () => Promise<string>, string]>([
    ['a database', startWithoutDatabase, 'set `database.url` in gateway.yaml'],
    ['an encryption key', startWithoutKey, 'set `encryption.key` in gateway.yaml'],
  ])(
    'are 503 on every route without %s, and say so',
    async (_what, start, advice) => {
      const url = await start();
      const operations = await listOperations(url);
      expect(operations.length).toBeGreaterThan(18);
      const answers = await Promise.all(operations.map((operation) => send(url, operation)));
      const shown = answers.map((answer, at) => {
        const { code, message } = (answer.json() as { error: { code: string; message: string } }).error;
        return [operations[at], answer.status, code, message.includes(advice)];
      });
      expect(shown).toEqual(operations.map((operation) => [operation, 503, 'knowledge_unavailable', true]));
    },
    HOOK_LIMIT_MS,
  );
});
