import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createInProcessChannel,
  type DatabaseWithSecrets,
  openDatabase,
  SecretBox,
  type VersionChannel,
} from '@multilane/persistence';
import {
  completion,
  type FakeUpstream,
  type HttpAnswer,
  jsonReply,
  serviceDatabases,
  startUpstream,
} from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { taskReply } from '../task-replies.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from './make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from './start-gateway-on.js';

// docs/contract/cache.md#opt-in
describe.each([...serviceDatabases()])('the response cache on the $name database', (kind) => {
  let database: DatabaseWithSecrets;
  let channel: VersionChannel;
  let upstream: FakeUpstream;
  let gateway: GatewayInProcess;
  /** The organization of gateway.yaml, whose policies hold for it. */
  let own: Tenant;
  let other: Tenant;

  beforeAll(async () => {
    channel = createInProcessChannel();
    const secretBox = SecretBox.fromKeys(ENCRYPTION_KEY);
    database = await openDatabase({ ...(await kind.create()), secretBox, channel });
    await database.migrate();
    upstream = await startUpstream();
    own = await makeTenant(database, 'default', { upstreamUrl: upstream.url });
    other = await makeTenant(database, 'other', { upstreamUrl: upstream.url });
    const cache = { policies: [{ name: 'everybody' }] };
    gateway = await startGatewayOn({ database, channel }, upstream.url, { cache });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    await channel?.close();
    await database?.close();
    await upstream?.close();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  afterEach(() => upstream.reset());

  const outcomeOf = ({ status, headers }: HttpAnswer): unknown =>
    status === 200 ? headers['x-service-cache'] : status;

  /** Returns the outcomes of one question that each of the tokens asks in turn. */
  async function embed(input: string, tokens: readonly string[]): Promise<unknown[]> {
    upstream.onRequest(taskReply);
    const outcomes: unknown[] = [];
    for (const token of tokens) {
      const body = { model: 'text-embedding-3-small', input };
      outcomes.push(outcomeOf(await gateway.send('/v1/embeddings', { token, body })));
    }
    return outcomes;
  }

  it('answers are never shared between workspaces, though it be the same team, model and question', async () => {
    const { id: workspaceId } = await own.change(({ workspaces }) =>
      workspaces.create(own.organizationId, { name: 'second' }),
    );
    const first = await own.issueKey(true);
    const second = await own.issueKey(true, { workspaceId });
    const unbound = await own.issueKey(false);
    const tokens = [first.token, second.token, unbound.token];
    expect(await embed('workspaces', [...tokens, ...tokens])).toEqual(['miss', 'miss', 'miss', 'hit', 'hit', 'hit']);
    expect(upstream.requests).toHaveLength(3);
  });

  it('nor between teams of one workspace', async () => {
    const { id: teamId } = await own.change(({ teams }) => teams.create(own.organizationId, { name: 'second' }));
    const first = await own.issueKey(true);
    const second = await own.issueKey(true, { teamId });
    const tokens = [first.token, second.token];
    expect(await embed('teams', [...tokens, ...tokens])).toEqual(['miss', 'miss', 'hit', 'hit']);
  });

  it('but between the keys of one team and place', async () => {
    const tokens = [(await own.issueKey(false)).token, (await own.issueKey(false)).token];
    expect(await embed('keys', tokens)).toEqual(['miss', 'hit']);
  });

  it('people without a team share those of their workspace, and not those of its teams', async () => {
    const { workspaceId } = own;
    const people = await own.change(async ({ memberships, users }) => {
      const ids: string[] = [];
      for (const email of ['ada@example.com', 'bob@example.com']) {
        const { id: userId } = await users.create(own.organizationId, { email, name: email });
        await memberships.set(own.organizationId, { workspaceId, userId, role: 'editor', teamId: null });
        ids.push(userId);
      }
      return ids;
    });
    const tokens = [(await own.issueKey(true)).token];
    for (const userId of people) tokens.push((await own.issue({ kind: 'pat', workspaceId, userId })).token);
    expect(await embed('people', tokens)).toEqual(['miss', 'miss', 'hit']);
  });

  it('policies of gateway.yaml hold for its own organization alone', async () => {
    const { token } = await other.issueKey(true);
    expect(await embed('organizations', [token, token])).toEqual([undefined, undefined]);
  });

  it('an alias and the logical name are one model, of a workspace too', async () => {
    upstream.setDefault(jsonReply(completion()));
    const { token } = await own.issueKey(true);
    expect(outcomeOf(await gateway.chat(token, 'shared-name'))).toBe('miss');
    expect(outcomeOf(await gateway.chat(token, 'shared-alias'))).toBe('hit');
  });

  it('a model that now means another one at the provider is asked again', async () => {
    upstream.setDefault(jsonReply(completion()));
    const { token } = await own.issueKey(true);
    expect(outcomeOf(await gateway.chat(token, 'only-default'))).toBe('miss');
    expect(outcomeOf(await gateway.chat(token, 'only-default'))).toBe('hit');
    await own.change(async ({ models }) => {
      const model = await models.findByName(own.organizationId, own.workspaceId, 'only-default');
      await models.update(own.organizationId, model?.id ?? '', { upstreamModel: 'newer' });
    });
    const asked = (): boolean => upstream.requests.some(({ body }) => (body as { model: string }).model === 'newer');
    for (let n = 0; n < 50 && !asked(); n++) {
      await gateway.chat(token, 'only-default');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(asked()).toBe(true);
  });

  describe('questions in other words', () => {
    let policy: { readonly id: string };
    let asked = 0;
    const wordings = (): [string, string, string] => {
      asked += 1;
      return [`怎么打开设备${asked}？`, `请问如何打开设备${asked}？`, `请问怎样开启设备${asked}？`];
    };

    beforeAll(async () => {
      const definition = { models: ['shared-name'], mode: 'semantic', semantic: { shared_by: 'team' } };
      policy = await own.change(({ policies }) =>
        policies.create(own.organizationId, {
          kind: 'cache',
          workspaceId: null,
          name: 'semantic',
          definition,
          enabled: true,
        }),
      );
      // The same policy for another organization, whose answers are its own.
      await other.change(({ policies }) =>
        policies.create(other.organizationId, {
          kind: 'cache',
          workspaceId: null,
          name: 'semantic',
          definition,
          enabled: true,
        }),
      );
      const { token } = await own.issueKey(true);
      for (let n = 0; n < 100 && !(await isSimilar(token, wordings())); n++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }, HOOK_LIMIT_MS);

    const ask = (token: string, content: string) =>
      gateway.send('/v1/chat/completions', {
        token,
        body: { model: 'shared-name', messages: [{ role: 'user', content }] },
      });

    async function isSimilar(token: string, [one, two]: readonly string[]): Promise<boolean> {
      upstream.setDefault(jsonReply(completion()));
      await ask(token, one ?? '');
      return (await ask(token, two ?? '')).headers['x-service-cache-request'] !== undefined;
    }

    it('are answered within a team, and never between organizations or workspaces', async () => {
      upstream.setDefault(jsonReply(completion()));
      const [one, two, three] = wordings();
      const mine = await own.issueKey(true);
      const colleague = await own.issueKey(true);
      const { id: workspaceId } = await own.change(({ workspaces }) =>
        workspaces.create(own.organizationId, { name: 'third' }),
      );
      const elsewhere = await own.issueKey(true, { workspaceId });
      const stranger = await other.issueKey(true);
      await ask(mine.token, one);
      expect(outcomeOf(await ask(stranger.token, two))).toBe('miss');
      expect(outcomeOf(await ask(stranger.token, two))).toBe('hit');
      expect((await ask(elsewhere.token, two)).headers['x-service-cache-request']).toBeUndefined();
      const answer = await ask(colleague.token, two);
      expect(outcomeOf(answer)).toBe('hit');
      expect(await gateway.recordOf(answer)).toMatchObject({
        cache: 'hit',
        total_tokens: null,
        details: { cache: { kind: 'semantic', similarity: 1, policy: policy.id } },
      });
      expect(outcomeOf(await ask(colleague.token, three))).toBe('hit');
    });

    it('get a removed answer no more, nor does the identical request, and others keep theirs', async () => {
      upstream.setDefault(jsonReply(completion()));
      const [one, two] = wordings();
      const [kept, keptToo] = wordings();
      const { token } = await own.issueKey(true);
      const poisoned = await ask(token, one);
      await ask(token, kept);
      expect(outcomeOf(await ask(token, two))).toBe('hit');
      await own.change(({ policies }) =>
        policies.update(own.organizationId, policy.id, {
          definition: {
            models: ['shared-name'],
            mode: 'semantic',
            semantic: { shared_by: 'team' },
            removed_requests: [String(poisoned.headers['x-request-id'])],
          },
        }),
      );
      const begunAt = performance.now();
      let outcome = await ask(token, one);
      while (outcomeOf(outcome) === 'hit' && performance.now() - begunAt < 10_000) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        outcome = await ask(token, one);
      }
      expect(outcomeOf(outcome)).toBe('miss');
      expect(outcomeOf(await ask(token, keptToo))).toBe('hit');
      // The new answer took its place.
      const again = await ask(token, two);
      expect(again.headers['x-service-cache-request']).toBe(outcome.headers['x-request-id']);
    });
  });
});
