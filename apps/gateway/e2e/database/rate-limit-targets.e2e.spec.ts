import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NewRateLimitPolicy } from '@multilane/persistence';
import {
  completion,
  type HttpAnswer,
  httpRequest,
  inTurn,
  jsonReply,
  type Reply,
  serverError,
  waitUntil,
} from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { type Replicas, startReplicas } from './start-replicas.js';

/** The models of the tenant as the provider knows them. */
const FIRST = 'upstream-of-one';
const SECOND = 'second-of-one';

const USAGE = { prompt_tokens: 10, completion_tokens: 90, total_tokens: 100 };

describe.each(inTurn('limits on targets', ['memory', 'redis'] as const))(
  'a limit on a model that is one of several targets, on the %s backend',
  (backend) => {
    let replicas: Replicas;
    let names = 0;

    beforeAll(async () => {
      replicas = await startReplicas(true, 1, { rate_limits: { backend } });
    }, HOOK_LIMIT_MS);

    afterAll(() => replicas?.stop(), HOOK_LIMIT_MS);

    beforeEach(() => replicas.upstream.reset());

    /** A virtual model of its own, and a target's state with it: no two tests share what is known of a target. */
    async function makeRoute(strategy: 'failover' | 'weighted' | 'least_latency' = 'failover') {
      const { tenant } = replicas;
      const { organizationId, providerId, workspaceId } = tenant;
      const n = names++;
      const made = { route: `route-${n}`, first: `first-${n}`, second: `second-${n}` };
      await change(async ({ models }) => {
        const model = { workspaceId, kind: 'model', type: 'chat', providerId } as const;
        await models.create(organizationId, { ...model, logicalName: made.first, upstreamModel: `${FIRST}-${n}` });
        await models.create(organizationId, { ...model, logicalName: made.second, upstreamModel: `${SECOND}-${n}` });
        await models.create(organizationId, {
          ...model,
          logicalName: made.route,
          kind: 'virtual',
          providerId: null,
          routing: { strategy, targets: [{ model: made.first }, { model: made.second }], retry: { attempts: 0 } },
        });
      });
      return made;
    }

    async function change(work: Parameters<Replicas['tenant']['change']>[0]): Promise<void> {
      await replicas.tenant.change(work);
      const goal = await replicas.database.version();
      const [gateway] = replicas.gateways;
      await waitUntil('the change to be in effect', async () => {
        const answer = await httpRequest({ url: `${gateway?.baseUrl}/version` });
        return (answer.json() as { policy_version: number }).policy_version >= goal || undefined;
      });
    }

    const limit = (...policies: Partial<NewRateLimitPolicy>[]): Promise<void> =>
      change(async ({ rateLimitPolicies }) => {
        const { organizationId, workspaceId } = replicas.tenant;
        for (const values of policies) {
          const scope = { name: 'a rule', scope: 'workspace', workspaceId, appliesPer: 'shared', model: null } as const;
          await rateLimitPolicies.create(organizationId, { ...scope, ...values });
        }
      });

    /** Sets each model's answers, by the beginning of its name at the provider. */
    const answerWith = (replies: Record<string, Reply> = {}): void =>
      replicas.upstream.onRequest(({ body }) => {
        const { model } = body as { model: string };
        const [, reply] = Object.entries(replies).find(([name]) => model.startsWith(name)) ?? [];
        return reply ?? jsonReply(completion({ content: model }, USAGE));
      });

    async function ask(model: string, times: number): Promise<HttpAnswer[]> {
      const { token } = await replicas.tenant.issueKey(true);
      const [gateway] = replicas.gateways;
      if (gateway === undefined) throw new Error('there is a gateway');
      const answers: HttpAnswer[] = [];
      for (let n = 0; n < times; n++) answers.push(await replicas.chat(gateway, token, model));
      return answers;
    }

    const called = (): string[] =>
      replicas.upstream.requests.map(({ body }) =>
        (body as { model: string }).model.startsWith(FIRST) ? 'first' : 'second',
      );

    const statuses = (answers: readonly HttpAnswer[]): number[] => answers.map(({ status }) => status);

    const errorOf = (answer: HttpAnswer | undefined) =>
      (answer?.json() as { error: Record<string, unknown> } | undefined)?.error;

    it('of requests at the same time holds for a target: a full one is skipped, and nothing is left when they end', async () => {
      const { first, route, second } = await makeRoute();
      await limit({ model: first, maxParallel: 1 }, { model: second, maxParallel: 1 });
      answerWith({
        [FIRST]: jsonReply(completion({}, USAGE), { beforeMs: 2_000 }),
        [SECOND]: jsonReply(completion({}, USAGE), { beforeMs: 2_000 }),
      });
      const running = [ask(route, 1)];
      await waitUntil('the first to be called', () => called().length === 1 || undefined);
      running.push(ask(route, 1));
      await waitUntil('the second to be called', () => called().length === 2 || undefined);
      const [refused] = await ask(route, 1);
      expect(called()).toEqual(['first', 'second']);
      expect(errorOf(refused)).toMatchObject({ code: 'concurrency_exceeded', scope: 'workspace' });
      expect(statuses((await Promise.all(running)).flat())).toEqual([200, 200]);
      answerWith();
      await waitUntil('the slots to be free', async () => statuses(await ask(first, 1))[0] === 200 || undefined);
      expect(statuses(await ask(second, 1))).toEqual([200]);
    });

    it('holds for the target that a failover calls instead: with none left the refusal is its 429', async () => {
      const { route, second } = await makeRoute();
      await limit({ model: second, requestsPerHour: 2 });
      answerWith({ [FIRST]: serverError(503) });
      const answers = await ask(route, 4);
      expect(statuses(answers)).toEqual([200, 200, 429, 429]);
      expect(errorOf(answers[2])).toMatchObject({ code: 'rpm_exceeded', scope: 'workspace' });
      expect(answers[2]?.headers['retry-after']).toBe('3600');
      expect(called().filter((name) => name === 'second')).toHaveLength(2);
    });

    it.each(['failover', 'weighted', 'least_latency'] as const)(
      'a target over its limit is passed over (%s)',
      async (strategy) => {
        const { first, route, second } = await makeRoute(strategy);
        await limit({ model: first, requestsPerHour: 2 }, { model: second, requestsPerHour: 3 });
        answerWith();
        expect(statuses(await ask(route, 7))).toEqual([200, 200, 200, 200, 200, 429, 429]);
        expect(called().sort()).toEqual(['first', 'first', 'second', 'second', 'second']);
      },
    );

    it('with none left the outermost of the limits that rejected is reported', async () => {
      const { first, route, second } = await makeRoute();
      await limit(
        { model: first, requestsPerHour: 1 },
        { model: second, scope: 'organization', workspaceId: null, requestsPerDay: 1 },
      );
      answerWith();
      const answers = await ask(route, 3);
      expect(statuses(answers)).toEqual([200, 200, 429]);
      expect(errorOf(answers[2])).toMatchObject({ scope: 'organization' });
      expect(answers[2]?.headers['retry-after']).toBe('86400');
    });

    it('tokens count for the target that used them, and for no other', async () => {
      const { first, route, second } = await makeRoute();
      await limit({ model: first, tokensPerHour: 150 }, { model: second, tokensPerHour: 250 });
      answerWith();
      // A hundred tokens each: two at the first model, three at the second.
      const answers = await ask(route, 6);
      expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 429]);
      expect(errorOf(answers[5])).toMatchObject({ code: 'tpm_exceeded' });
      expect(called()).toEqual(['first', 'first', 'second', 'second', 'second']);
    });

    it('a target that failed gets its tokens back', async () => {
      const { first, route } = await makeRoute();
      await limit({ model: first, tokensPerHour: 30 });
      answerWith({ [FIRST]: serverError(503) });
      expect(statuses(await ask(route, 4))).toEqual([200, 200, 200, 200]);
      answerWith();
      expect(statuses(await ask(first, 1))).toEqual([200]);
    });

    it('a limit that does not name a target rejects at once, and consumes nothing of the targets', async () => {
      const { first, route, second } = await makeRoute();
      await limit(
        { model: route, requestsPerHour: 1 },
        { model: first, requestsPerHour: 2 },
        { model: second, requestsPerHour: 2 },
      );
      answerWith();
      expect(statuses(await ask(route, 3))).toEqual([200, 429, 429]);
      expect(statuses(await ask(first, 2))).toEqual([200, 429]);
      expect(statuses(await ask(second, 3))).toEqual([200, 200, 429]);
    });
  },
);
