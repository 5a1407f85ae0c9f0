import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { type Database, openDatabase, SecretBox } from '@multilane/persistence';
import { findClosedPort, testDatabases, testEncryptionKey } from '@multilane/testing';
import { examineExports } from './examine-exports.js';

const LIMIT_MS = 60_000;

describe.each(testDatabases().filter(({ name }) => name !== 'embedded'))('doctor, of sinks on $name', (kind) => {
  const server = createServer((_request, response) => void response.writeHead(404).end());
  let database: Database;
  let url: string;
  let address: string;

  beforeAll(async () => {
    const location = await kind.create();
    url = 'url' in location ? location.url : '';
    database = await openDatabase({ ...location, secretBox: SecretBox.fromKeys(testEncryptionKey(7)) });
    await database.migrate();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }, LIMIT_MS);

  afterEach(() => database.sql.executeSql('DELETE FROM exports'));

  afterAll(async () => {
    server.close();
    await database?.close();
    await kind.stop();
  }, LIMIT_MS);

  const look = (...exports: object[]) =>
    examineExports(parseConfig(JSON.stringify({ database: { url }, exports }), { env: {} }).config);

  it(
    'says of each sink that it works, was refused, is away or was not begun',
    async () => {
      const states = ['working', 'refused', 'away'] as const;
      await database.exportWork.register(states);
      for (const sink of await database.exportWork.take(states, 60)) {
        await database.exportWork.note(sink, sink.name as (typeof states)[number], 'The sink answered 401.');
      }
      const names = [...states, 'unknown'];
      const findings = await look(...names.map((name) => ({ name, kind: 'http', config: { url: address } })));
      expect(findings.map(({ code }) => code)).toEqual(['ok', 'export_refused', 'export_away', 'export_not_begun']);
      expect(findings[1]?.message).toBe('It takes no records. The sink answered 401.');
    },
    LIMIT_MS,
  );

  it(
    'counts the sinks of organizations by their state, and names one that takes no records',
    async () => {
      await database.change({ type: 'system', id: null, name: 'test' }, async ({ organizations, tenantExports }) => {
        const { id } = await organizations.create({ name: 'acme', products: ['ai_gateway'] });
        for (const name of ['siem', 'lake', 'hook', 'off']) {
          await tenantExports.create(id, {
            workspaceId: null,
            name,
            kind: 'http',
            enabled: name !== 'off',
            settings: {},
            config: {},
            hint: address,
            secrets: { url: address },
          });
        }
      });
      const note = (name: string, state: string, problem: string | null) =>
        database.sql.executeSql(
          'UPDATE export_sinks SET state = $2, problem = $3 WHERE export_id = (SELECT id FROM exports WHERE name = $1)',
          [name, state, problem],
        );
      await note('siem', 'refused', 'The sink answered 401.');
      await note('lake', 'working', null);
      await note('hook', 'working', null);
      const findings = await look();
      expect(findings).toMatchObject([
        {
          code: 'tenant_export_refused',
          level: 'warning',
          message: 'Refuse records: 1. The first is "siem" of the organization "acme". The sink answered 401.',
        },
        { code: 'ok', message: 'Working: 2.' },
      ]);
    },
    LIMIT_MS,
  );

  it(
    'names sinks that cannot be reached, and folders that do not exist',
    async () => {
      const closed = await findClosedPort();
      const findings = await look(
        { name: 'gone', kind: 'clickhouse', config: { url: `http://127.0.0.1:${closed}` } },
        { name: 'brokers', kind: 'kafka', config: { brokers: [`127.0.0.1:${closed}`], topic: 'records' } },
        { name: 'nowhere', kind: 'file', config: { path: '/does/not/exist/records.ndjson' } },
      );
      const brokers = [`127.0.0.1:${closed}`, address.replace('http://', '')];
      const found = await look({ name: 'second', kind: 'kafka', config: { brokers, topic: 'records' } });
      expect(found).toMatchObject([{ code: 'export_not_begun' }]);
      expect(findings).toMatchObject([
        { code: 'export_unreachable', message: 'It cannot be reached (ECONNREFUSED).' },
        { code: 'export_unreachable', message: 'It cannot be reached (ECONNREFUSED).' },
        { code: 'export_folder' },
      ]);
    },
    LIMIT_MS,
  );
});
