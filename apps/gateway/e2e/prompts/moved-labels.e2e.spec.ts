import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  completion,
  type HttpAnswer,
  httpRequest,
  jsonReply,
  type RunningGateway,
  serverError,
  waitUntil,
} from '@multilane/testing';
import { makeTenant, type Tenant } from '../database/make-tenant.js';
import { type Replicas, startReplicas } from '../database/start-replicas.js';
import { HOOK_LIMIT_MS, SLOW_TEST_LIMIT_MS } from '../start-pair.js';

const NAME = 'moving';

/** A version whose messages and parameters all name it. */
const versionOf = (version: number) => ({
  version,
  messages: ['system', 'user', 'assistant'].map((role) => ({ role, content: `v${version} of {{who}}` })),
  variables: [{ name: 'who' }],
  parameters: { max_tokens: version, stop: [`v${version}`] },
});

const definition = (version: number, versions = [1, 2, 3, 4]) => ({
  versions: versions.map(versionOf),
  labels: [{ name: 'production', version }],
  protected_labels: [],
});

interface Asked {
  readonly messages: readonly { readonly content: string }[];
  readonly max_completion_tokens: number;
  readonly stop: readonly string[];
}

/** The version of a request as its provider got it: all of its messages and parameters have the same. */
function versionIn({ max_completion_tokens: version, messages, stop }: Asked): number {
  const own = messages.at(-1)?.content ?? '';
  expect(messages.map(({ content }) => content)).toEqual([...Array(3).fill(`v${version} of ${own}`), own]);
  expect(stop).toEqual([`v${version}`]);
  return version;
}

const A_SECOND = 500;
const RATE_MS = 2_000;
const MOVE_EVERY_MS = 100;

describe('a label that moves while requests are served by two gateways', () => {
  let replicas: Replicas;
  let tenant: Tenant;
  let other: Tenant;
  let promptId = '';
  let token = '';

  beforeAll(async () => {
    replicas = await startReplicas(false);
    ({ tenant } = replicas);
    other = await makeTenant(replicas.database, 'two', { upstreamUrl: replicas.upstream.url });
    ({ token } = await tenant.issueKey(true));
    const { organizationId, workspaceId } = tenant;
    const values = { kind: 'prompt', workspaceId, name: NAME, definition: definition(1) } as const;
    ({ id: promptId } = await tenant.change(({ policies }) => policies.create(organizationId, values as never)));
    await waitUntil('the prompt', async () => (await ask(replicas.gateways[0], 'start')).status === 200 || undefined);
    await waitUntil('the prompt', async () => (await ask(replicas.gateways[1], 'start')).status === 200 || undefined);
  }, HOOK_LIMIT_MS);

  afterAll(() => replicas.stop(), HOOK_LIMIT_MS);

  const ask = (gateway: RunningGateway | undefined, id: string, by = token): Promise<HttpAnswer> =>
    httpRequest({
      url: `${gateway?.baseUrl}/v1/chat/completions`,
      timeoutMs: SLOW_TEST_LIMIT_MS,
      headers: { authorization: `Bearer ${by}`, 'x-service-prompt': NAME },
      body: {
        model: 'shared-name',
        messages: [{ role: 'user', content: id }],
        prompt: { variables: { who: id } },
      },
    });

  const moveTo = (version: number) =>
    tenant.change(({ policies }) =>
      policies.update(tenant.organizationId, promptId, { definition: definition(version) as never }),
    );

  it(
    'gives each request one version, in all its messages, parameters and attempts',
    async () => {
      const { gateways, upstream } = replicas;
      upstream.reset();
      // One of three calls fails, so that it is made again.
      let calls = 0;
      upstream.onRequest(() => {
        calls += 1;
        return calls % 3 === 0 ? serverError() : jsonReply(completion());
      });
      let isOver = false;
      let sent = 0;
      const clients = Array.from({ length: 8 }, async (_, client) => {
        const answers: HttpAnswer[] = [];
        while (!isOver) answers.push(await ask(gateways[client % 2], `request-${++sent}-end`));
        return answers;
      });
      for (let move = 0; move < 24; move += 1) {
        await moveTo(1 + (move % 4));
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      isOver = true;
      const answers = (await Promise.all(clients)).flat();
      expect(answers.length).toBeGreaterThan(100);

      const versions = new Map<string, Set<number>>();
      for (const { body } of upstream.requests) {
        const version = versionIn(body as Asked);
        const own = (body as Asked).messages.at(-1)?.content ?? '';
        versions.set(own, (versions.get(own) ?? new Set()).add(version));
      }
      expect([...versions].filter(([, each]) => each.size > 1)).toEqual([]);
      expect(new Set([...versions.values()].flatMap((each) => [...each])).size).toBeGreaterThan(1);
    },
    SLOW_TEST_LIMIT_MS,
  );

  it(
    'mixes no versions at 500 requests a second, whatever else the machine does',
    async () => {
      const { gateways, upstream } = replicas;
      upstream.reset();
      upstream.setDefault(jsonReply(completion()));
      const begunAt = performance.now();
      const answers: Promise<HttpAnswer>[] = [];
      let isOver = false;
      const moving = (async () => {
        for (let move = 1; !isOver; move += 1) {
          await moveTo(1 + (move % 4));
          await new Promise((resolve) => setTimeout(resolve, MOVE_EVERY_MS));
        }
      })();
      let sentAt = begunAt;
      // As many as are due, whether those before were answered or not.
      for (;;) {
        sentAt = performance.now();
        const due = Math.ceil(((sentAt - begunAt) * A_SECOND) / 1000);
        while (answers.length < due) answers.push(ask(gateways[answers.length % 2], `rate-${answers.length}-end`));
        if (sentAt - begunAt >= RATE_MS) break;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const perSecond = (answers.length * 1000) / (sentAt - begunAt);
      isOver = true;
      const all = await Promise.all(answers);
      await moving;
      expect(perSecond).toBeGreaterThanOrEqual(A_SECOND);
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
      expect(upstream.requests).toHaveLength(all.length);
      const versions = upstream.requests.map(({ body }) => versionIn(body as Asked));
      expect(new Set(versions).size).toBeGreaterThan(1);
      // The version that an answer names is the one that its provider was sent.
      const named = all.map(({ headers }) => String(headers['x-service-prompt'])).toSorted();
      expect(named).toEqual(versions.map((version) => `${NAME}@${version}`).toSorted());
    },
    2 * SLOW_TEST_LIMIT_MS,
  );

  it('reaches both gateways', async () => {
    replicas.upstream.reset();
    replicas.upstream.setDefault(jsonReply(completion()));
    await moveTo(3);
    for (const gateway of replicas.gateways) {
      await waitUntil(
        'the version',
        async () => (await ask(gateway, 'x')).headers['x-service-prompt'] === `${NAME}@3` || undefined,
      );
    }
  });

  it('is of no use to another tenant, and to a caller outside the workspace', async () => {
    const { token: foreign } = await other.issueKey(true);
    const { token: unbound } = await tenant.issueKey(false);
    for (const by of [foreign, unbound]) {
      const answer = await ask(replicas.gateways[0], 'x', by);
      expect([answer.status, answer.json()]).toEqual([
        404,
        { error: expect.objectContaining({ code: 'prompt_not_found', param: 'X-Service-Prompt' }) },
      ]);
    }
  });
});
