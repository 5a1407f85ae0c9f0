// `npm test` runs these tests in one of six runs, and a sample of them each time: libs/knowledge/src/parse/parse-documents.integration.spec.ts.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type DatabaseWithSecrets,
  type KnowledgeDocumentRecord,
  openDatabase,
  SecretBox,
} from '@multilane/persistence';
import {
  findVectorPostgres,
  gatewayConfig,
  type HttpAnswer,
  type HttpCall,
  httpRequest,
  installVectorPostgres,
  type PostgresServer,
  type RunningGateway,
  startGateway,
  startPostgres,
  waitUntil,
} from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from '../make-tenant.js';
import { pdfOfPages, wordOf } from './hostile-files.js';
import { START_LIMIT_MS } from './start-knowledge.js';

const LIMIT_MS = 240_000;
const MIB = 2 ** 20;

const LAUGHS = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><x>&b;</x>';
const SOME_TEXT = 'Some text to read. '.repeat(40);

/** Result of an upload: `ready`, or the code of its failure. */
type Hostile = readonly [what: string, name: string, outcome: string, make: (home: string) => string | Uint8Array];

const DOCUMENTS: readonly Hostile[] = [
  ['a ZIP bomb', 'bomb.docx', 'too_much_unpacked', () => wordOf('', { 'word/a.bin': new Uint8Array(257 * MIB) })],
  ['a PDF of 100,000 pages', 'pages.pdf', 'too_many_pages', () => pdfOfPages(100_000)],
  ['XML entities', 'laughs.docx', 'unsafe_content', () => wordOf('', { 'word/document.xml': LAUGHS })],
  ['an endless sheet', 'endless.csv', 'too_much_text', () => 'a,b\n'.repeat(200_001)],
  ['text that says that it is a PDF', 'lie.pdf', 'type_mismatch', () => 'just text'],
  ['a program that says that it is a picture', 'lie.png', 'type_mismatch', () => 'MZ\u0090\u0000\u0003\u0000'],
  ['a damaged PDF', 'damaged.pdf', 'corrupt', () => '%PDF-1.7\nnothing else'],
  // These are read, and nothing in them runs or is fetched.
  [
    'HTML that calls home',
    'home.html',
    'ready',
    (home) =>
      `<html><head><base href="${home}/"><meta http-equiv="refresh" content="0;url=${home}/r"><link rel="stylesheet" href="${home}/c"></head><body onload="fetch('${home}/l')"><img src="${home}/p"><iframe src="${home}/f"></iframe><script>fetch('${home}/j')</script><p>${SOME_TEXT}</p></body></html>`,
  ],
  [
    'a Word document with a macro and a template elsewhere',
    'macro.docm',
    'ready',
    (home) =>
      wordOf(SOME_TEXT, {
        'word/vbaProject.bin': `Sub AutoOpen()\nShell "curl ${home}/macro"\nEnd Sub`,
        'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="${home}/t" TargetMode="External"/></Relationships>`,
      }),
  ],
];

describe('hostile documents that are uploaded', () => {
  let postgres: PostgresServer;
  let database: DatabaseWithSecrets;
  let gateway: RunningGateway;
  let tenant: Tenant;
  let server: Server;
  let uploads: { readonly name: string; readonly body: Buffer }[];
  const spool = mkdtempSync(join(tmpdir(), 'multilane-hostile-'));
  const calls: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      calls.push(request.url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    uploads = DOCUMENTS.map(([, name, , make]) => {
      const head = `--b0\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
      return { name, body: Buffer.concat([Buffer.from(head), Buffer.from(make(home)), Buffer.from('\r\n--b0--\r\n')]) };
    });
    postgres = await startPostgres({ bin: findVectorPostgres() ?? installVectorPostgres() });
    const url = await postgres.createDatabase();
    database = await openDatabase({ url, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
    await database.migrate();
    tenant = await makeTenant(database, 'default', { upstreamUrl: home });
    gateway = await startGateway({
      config: gatewayConfig({
        upstreamUrl: home,
        server: { drain_delay_ms: 0, drain_ms: 1_000 },
        audit: { spool_dir: spool },
        knowledge: { parsers: 2 },
      }),
      env: { DATABASE_URL: url, ENCRYPTION_KEY },
      readyWithinMs: 60_000,
    });
  }, START_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop('SIGKILL');
    await database?.close();
    await postgres?.stop();
    server?.closeAllConnections();
    server?.close();
    rmSync(spool, { recursive: true, force: true });
  }, HOOK_LIMIT_MS);

  it(
    'end as failed with a reason, or are read without harm, while the gateway answers others',
    async () => {
      const { token } = await tenant.issueKey(true, { role: 'editor' });
      const call = (path: string, more: Partial<HttpCall> = {}): Promise<HttpAnswer> => {
        const headers = { authorization: `Bearer ${token}`, ...more.headers };
        return httpRequest({ timeoutMs: 60_000, ...more, url: `${gateway.baseUrl}${path}`, headers });
      };
      const makeBase = async (): Promise<string> => {
        const made = await call('/v1/kb', { method: 'POST', body: { name: 'base' } });
        return (made.json() as { id: string }).id;
      };
      const upload = async (kbId: string, name: string, body: Buffer): Promise<string> => {
        const headers = { 'content-type': 'multipart/form-data; boundary=b0' };
        const answer = await call(`/v1/kb/${kbId}/documents`, { method: 'POST', body, headers });
        expect([name, answer.status]).toEqual([name, 201]);
        return (answer.json() as { id: string }).id;
      };
      const ended = (kbId: string, id: string): Promise<KnowledgeDocumentRecord> =>
        waitUntil(
          'the end of the document',
          async () => {
            const document = await database.knowledgeDocuments.find({ ...tenant, kbId }, id);
            return document === undefined || document.status === 'processing' ? undefined : document;
          },
          LIMIT_MS,
        );

      const done = new AbortController();
      const health: number[] = [];
      const watching = (async () => {
        while (!done.signal.aborted) {
          health.push((await call('/health')).status);
          await sleep(100, undefined, { ref: false });
        }
      })();
      const kbId = await makeBase();
      const ids = await Promise.all(uploads.map(({ body, name }) => upload(kbId, name, body)));
      const other = await makeBase();
      const honest = Buffer.from(
        '--b0\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nThe bridge.\r\n--b0--\r\n',
      );
      expect(await ended(other, await upload(other, 'a.txt', honest))).toMatchObject({ status: 'ready' });
      const documents = await Promise.all(ids.map((id) => ended(kbId, id)));
      done.abort();
      await watching;

      expect(documents.map(({ failure, name, status }) => [name, failure ?? status])).toEqual(
        DOCUMENTS.map(([, name, outcome]) => [name, outcome]),
      );
      const failed = documents.filter(({ status }) => status === 'failed');
      for (const { error } of failed) expect(error).toMatch(/^[A-Z].{15,300}\.$/);
      const { rows } = await database.sql.executeSql(
        'SELECT count(*)::int AS n FROM knowledge_chunks WHERE document_id = ANY($1::uuid[])',
        [failed.map(({ id }) => id)],
      );
      expect(rows).toEqual([{ n: 0 }]);
      expect(health.length).toBeGreaterThan(2);
      expect(new Set(health)).toEqual(new Set([200]));
      expect(calls).toEqual([]);
    },
    LIMIT_MS,
  );
});
