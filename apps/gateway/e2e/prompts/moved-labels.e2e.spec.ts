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
        const { max_completion_tokens: version, messages, stop } = body as Asked;
        const own = messages.at(-1)?.content ?? '';
        expect(messages.map(({ content }) => content)).toEqual([...Array(3).fill(`v${version} of ${own}`), own]);
        expect(stop).toEqual([`v${version}`]);
        versions.set(own, (versions.get(own) ?? new Set()).add(version));
      }
      expect([...versions].filter(([, each]) => each.size > 1)).toEqual([]);
      expect(new Set([...versions.values()].flatMap((each) => [...each])).size).toBeGreaterThan(1);
    },
    SLOW_TEST_LIMIT_MS,
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
