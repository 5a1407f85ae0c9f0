import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import type { AuditRecord } from '@multilane/telemetry';
import { TEST_KEYS } from '@multilane/testing';
import { appRequest } from '@multilane/testing/app-request';
import type { EndpointDescriptor } from '../endpoints/descriptor.js';
import { EndpointFinder } from '../endpoints/find-endpoint.js';
import { Authenticators } from '../snapshot/access/authenticators.js';
import { SnapshotUpdater } from '../snapshot/snapshot-updater.js';
import { createServices } from '../start/create-services.js';
import { createAdmit } from './admit.js';
import type { HttpServices } from './http-services.js';
import { createInferenceHandler } from './inference-handler.js';

const CONFIG = {
  telemetry: { log_level: 'silent' },
  teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] }],
};

const BODY_LIMIT_BYTES = 1024;

/** An endpoint that the gateway answers itself. */
const endpoint = (
  route: EndpointDescriptor['route'],
  body: EndpointDescriptor['body'],
  members: Pick<EndpointDescriptor, 'validate' | 'answerLocally'>,
): EndpointDescriptor => ({
  name: `test.${route.method.toLowerCase()}` as EndpointDescriptor['name'],
  route,
  body,
  answers: ['json'],
  docs: { summary: '', answer: '', schema: undefined },
  format: undefined,
  modelTypes: [],
  source: 'catalog',
  ...members,
});

const echo = (request: object): object => ({ ...request });

const ENDPOINTS = [
  endpoint({ method: 'GET', path: '/v1/things/{thing_id}/parts/{part}' }, 'none', {
    validate: (body, params) => ({ body: body ?? 'none', ...params }),
    answerLocally: echo,
  }),
  endpoint({ method: 'DELETE', path: '/v1/things/{thing_id}' }, 'none', {
    validate: (_body, params) => ({ ...params }),
    answerLocally: echo,
  }),
  endpoint({ method: 'POST', path: '/v1/things' }, 'bytes', {
    validate: (body) => ({ body }),
    answerLocally: async ({ body }) => {
      let size = 0;
      for await (const piece of body as AsyncIterable<Buffer>) size += piece.length;
      return { size };
    },
  }),
];

describe('the inference handler serves what a descriptor says', () => {
  const records: AuditRecord[] = [];
  let services: HttpServices & { close(): Promise<void> };
  let keeper: SnapshotUpdater;
  let server: Server;

  beforeAll(async () => {
    const { config } = parseConfig(JSON.stringify(CONFIG), { env: {} });
    const made = await createServices(config);
    services = { ...made, audit: { ...made.audit, write: (record) => void records.push(record) } };
    keeper = new SnapshotUpdater(
      services,
      new Authenticators(services.snapshots, services.tasks, undefined),
      undefined,
    );
    keeper.start(config);
    const admit = createAdmit({ snapshots: services.snapshots, onUse: () => undefined, publicOrigin: undefined });
    const limits = { bodyBytes: BODY_LIMIT_BYTES, uploadBytes: BODY_LIMIT_BYTES };
    const handler = createInferenceHandler(services, admit, limits, new EndpointFinder(ENDPOINTS));
    server = createServer((incoming, response) => {
      if (!handler(incoming, response)) response.writeHead(404).end('left to others');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }, 30_000);

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await keeper.close();
    await services.close();
  }, 30_000);

  const ask = (method: string, path: string, body?: string, key: string = TEST_KEYS.research) =>
    appRequest(server, {
      path,
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body }),
    });

  it('reads path parameters, and no body if there is none', async () => {
    const answer = await ask('GET', '/v1/things/a%2Fb/parts/2');
    expect([answer.status, answer.json()]).toEqual([200, { body: 'none', thing_id: 'a/b', part: '2' }]);
  });

  it('counts and audits it by its name and method, whatever the parameters', async () => {
    expect((await ask('DELETE', '/v1/things/t1')).json()).toEqual({ thing_id: 't1' });
    expect(records.at(-1)).toMatchObject({ endpoint: 'test.delete', method: 'DELETE', status: 200 });
  });

  it('hands bytes on as they come, however many', async () => {
    const answer = await ask('POST', '/v1/things', 'x'.repeat(100 * BODY_LIMIT_BYTES));
    expect([answer.status, answer.json()]).toEqual([200, { size: 100 * BODY_LIMIT_BYTES }]);
  });

  it('reads nothing of a stranger', async () => {
    const before = records.length;
    expect((await ask('DELETE', '/v1/things/t1', undefined, 'unknown')).status).toBe(401);
    expect((await ask('POST', '/v1/things', 'x', 'unknown')).status).toBe(401);
    expect(records).toHaveLength(before);
  });

  it.each([
    ['PUT', '/v1/things/t1'],
    ['GET', '/v1/things'],
    ['GET', '/v1/things/%ff/parts/1'],
  ])('leaves %s %s to others', async (method, path) => {
    expect((await ask(method, path)).text).toBe('left to others');
  });
});
