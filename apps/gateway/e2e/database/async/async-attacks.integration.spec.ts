import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createInProcessChannel,
  type DatabaseWithSecrets,
  openDatabase,
  SecretBox,
  type VersionChannel,
} from '@multilane/persistence';
import { completion, type FakeUpstream, jsonReply, startUpstream, testDatabases, waitUntil } from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { ENCRYPTION_KEY, makeTenant } from '../make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from '../start-gateway-on.js';
import { type Receiver, startReceiver } from './start-receiver.js';

const LIMIT_MS = 60_000;
const MIB = 1024 * 1024;
/** Most deliveries of one job (docs/contract/async.md#webhooks). */
const MOST_DELIVERIES = 20;

interface Delivery {
  readonly id: string;
  readonly event_id: string;
  readonly status: string;
}

// docs/contract/async.md#jobs
describe.each([...testDatabases()].slice(-1))('jobs that somebody attacks, on $name', (kind) => {
  let database: DatabaseWithSecrets;
  let channel: VersionChannel;
  let upstream: FakeUpstream;
  let receiver: Receiver;
  let gateway: GatewayInProcess;
  let token: string;
  let stranger: string;
  let jobId: string;

  const deliveriesOf = async (id: string): Promise<readonly Delivery[]> =>
    ((await gateway.send(`/v1/async/jobs/${id}/deliveries`, { token })).json() as { data: Delivery[] }).data;
  const accept = async (): Promise<string> => {
    const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }], webhook_url: receiver.url };
    const answer = await gateway.send('/v1/async/chat/completions', { token, body });
    expect(answer.status).toBe(202);
    return (answer.json() as { job_id: string }).job_id;
  };
  const delivered = (id: string, count: number) =>
    waitUntil(
      'the webhooks',
      async () => {
        const deliveries = await deliveriesOf(id);
        return deliveries.length === count && deliveries.every(({ status }) => status === 'delivered')
          ? deliveries
          : undefined;
      },
      30_000,
    );

  beforeAll(async () => {
    channel = createInProcessChannel();
    database = await openDatabase({ ...(await kind.create()), channel, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
    await database.migrate();
    upstream = await startUpstream();
    upstream.setDefault(jsonReply(completion({ content: 'x' })));
    receiver = await startReceiver();
    const own = await makeTenant(database, 'default', { upstreamUrl: upstream.url });
    const other = await makeTenant(database, 'other', { upstreamUrl: upstream.url });
    gateway = await startGatewayOn({ database, channel }, upstream.url, {
      async: { workers: 2, webhook_signing_secret: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] },
    });
    token = (await own.issueKey(false)).token;
    stranger = (await other.issueKey(false)).token;
    jobId = await accept();
    await delivered(jobId, 1);
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    await channel?.close();
    await database?.close();
    await receiver?.close();
    await upstream?.close();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  it.each([
    ['a limit of 0', 'limit=0', 'limit'],
    ['a limit below 0', 'limit=-1', 'limit'],
    ['a limit that is no integer', 'limit=1.5', 'limit'],
    ['a limit in other words', 'limit=1e1', 'limit'],
    ['a limit in other digits', 'limit=%D9%A1', 'limit'],
    ['an endless limit', `limit=${'9'.repeat(400)}`, 'limit'],
    ['an empty limit', 'limit=', 'limit'],
    ['a limit with the character NUL', 'limit=5%00', 'limit'],
    ['two limits', 'limit=1&limit=2', 'limit'],
    ['a limit that is an object', 'limit[$gt]=1&limit=', 'limit'],
    ['a cursor of another kind', 'cursor=abc', 'cursor'],
    ['an empty cursor', 'cursor=', 'cursor'],
    ['a cursor with the character NUL', 'cursor=%00', 'cursor'],
    ['a cursor with half a surrogate pair', 'cursor=%ED%A0%80', 'cursor'],
    ['a cursor of 8,000 characters', `cursor=${'A'.repeat(8_000)}`, 'cursor'],
    ['a cursor with SQL', 'cursor=%27%20OR%201%3D1%20--', 'cursor'],
    ['two cursors', 'cursor=a&cursor=b', 'cursor'],
    ['an unknown status', 'status=done', 'status'],
    ['a status of all objects', 'status=__proto__', 'status'],
    ['a status in other letters', 'status=COMPLETED', 'status'],
    ['an empty status', 'status=', 'status'],
    ['two statuses', 'status=failed&status=completed', 'status'],
    ['a status with the character NUL', 'status=failed%00', 'status'],
    ['a status with SQL', "status=failed'%3BDROP%20TABLE%20async_jobs--", 'status'],
  ])('lists are rejected for %s, and name the field', async (_, query, param) => {
    for (const by of [token, stranger]) {
      const answer = await gateway.send(`/v1/async/jobs?${query}`, { token: by });
      const { error } = answer.json() as { error: { code: string; param: string } };
      expect([answer.status, error.code, error.param]).toEqual([400, 'invalid_value', param]);
    }
  });

  it('lists ignore what they do not know, and show nothing of others for it', async () => {
    const queries = [
      'owner=default',
      'organization_id=x',
      'filter[owner]=x',
      'limit=100&workspace_id=1',
      '__proto__[limit]=1',
    ];
    for (const query of queries) {
      const ids = async (by: string) => {
        const answer = await gateway.send(`/v1/async/jobs?${query}`, { token: by });
        return (answer.json() as { data: { job_id: string }[] }).data.map((job) => job.job_id);
      };
      expect([query, await ids(token), await ids(stranger)]).toEqual([query, [jobId], []]);
    }
  });

  /** Odd ids of a job or delivery in an address, and the statuses that a request for it may have. */
  const ODD_IDS: readonly (readonly [what: string, id: string, statuses: readonly number[]])[] = [
    ['the character NUL', '%00', [404]],
    ['NUL behind an id', 'JOB%00', [404]],
    ['half a surrogate pair', '%ED%A0%80', [400, 404]],
    ['a broken escape', '%zz', [400, 404]],
    ['SQL', "'%20OR%201%3D1%20--", [404]],
    ['a path', '..%2f..%2fadmin', [404]],
    ['an id in capitals and braces', '%7BJOB%7D', [404]],
    ['spaces around an id', '%20JOB%20', [404]],
    ['a prototype', '__proto__', [404]],
    ['8,000 characters', 'x'.repeat(8_000), [400, 404, 414]],
    ['a megabyte', 'x'.repeat(MIB), [404, 414, 431]],
    ['an id of nobody', '00000000-0000-7000-8000-000000000000', [404]],
  ];

  it.each(ODD_IDS)('ids are rejected that are %s', async (_, odd, statuses) => {
    const id = odd.replace('JOB', jobId);
    const calls: [method: string, path: string][] = [
      ['GET', `/v1/async/jobs/${id}`],
      ['DELETE', `/v1/async/jobs/${id}`],
      ['GET', `/v1/async/jobs/${id}/deliveries`],
      ['POST', `/v1/async/jobs/${id}/deliveries/${jobId}/resend`],
      ['POST', `/v1/async/jobs/${jobId}/deliveries/${id}/resend`],
    ];
    for (const [method, path] of calls) {
      for (const by of [token, stranger]) {
        // A head that is too long is rejected before it has been read whole.
        const status = await gateway.send(path, { token: by, method }).then(
          (answer) => answer.status,
          (error: NodeJS.ErrnoException) =>
            error.code === 'EPIPE' || error.code === 'ECONNRESET' ? 431 : Promise.reject(error),
        );
        expect([method, statuses, statuses.includes(status) ? 'refused' : status]).toEqual([
          method,
          statuses,
          'refused',
        ]);
      }
    }
    expect((await gateway.send(`/v1/async/jobs/${jobId}`, { token })).status).toBe(200);
  });

  // docs/contract/async.md#webhooks
  it(
    'deliveries are sent again as often as was answered with 202, by however many requests at once',
    async () => {
      const id = await accept();
      const [first] = await delivered(id, 1);
      receiver.received.length = 0;
      const resend = (by: string) =>
        gateway.send(`/v1/async/jobs/${id}/deliveries/${first?.id}/resend`, { token: by, method: 'POST' });
      const answers = await Promise.all(
        Array.from({ length: MOST_DELIVERIES + 5 }, (_, each) => resend(each % 5 === 4 ? stranger : token)),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 404)).toHaveLength(5);
      expect(statuses.filter((status) => status === 202)).toHaveLength(MOST_DELIVERIES - 1);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.map((answer) => (answer.json() as { error: { code: string } }).error.code)).toEqual([
        'too_many_jobs',
      ]);
      const accepted = answers.filter(({ status }) => status === 202).map((answer) => answer.json() as Delivery);
      const deliveries = await delivered(id, MOST_DELIVERIES);
      expect(deliveries.map((each) => each.id).sort()).toEqual([first, ...accepted].map((each) => each?.id).sort());
      expect(receiver.received).toHaveLength(accepted.length);
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(new Set(ids)).toEqual(new Set([first?.event_id]));
    },
    LIMIT_MS,
  );
});
