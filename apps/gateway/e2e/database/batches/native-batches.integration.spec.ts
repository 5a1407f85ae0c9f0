import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
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
  jsonReply,
  serviceDatabases,
  startUpstream,
  takeTurns,
  waitUntil,
} from '@multilane/testing';
import OpenAI, { toFile } from 'openai';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from '../make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from '../start-gateway-on.js';
import { BatchProvider, USAGE } from './batch-provider.js';

const itInTurn = takeTurns(it);

const LIMIT_MS = 90_000;
/** Price by the price list of the tests, for `USAGE`. */
const FULL_PRICE = (USAGE.prompt_tokens * 2.5 + USAGE.completion_tokens * 10) / 1e6;

// docs/contract/batches.md#native
describe.each([...serviceDatabases()])('batches that their provider runs, on the $name database', (kind) => {
  let database: DatabaseWithSecrets;
  let channel: VersionChannel;
  let upstream: FakeUpstream;
  let gateway: GatewayInProcess;
  let own: Tenant;
  let client: OpenAI;
  let provider: BatchProvider;

  beforeAll(async () => {
    channel = createInProcessChannel();
    database = await openDatabase({ ...(await kind.create()), channel, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
    await database.migrate();
    upstream = await startUpstream({ strict: false });
    own = await makeTenant(database, 'default', { upstreamUrl: upstream.url });
    gateway = await startGatewayOn({ database, channel }, upstream.url);
    const { token } = await own.issueKey(false);
    client = new OpenAI({
      apiKey: token,
      baseURL: `${gateway.url}/v1`,
      maxRetries: 0,
      defaultHeaders: { 'x-service-model': 'gpt-4o' },
    });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    await channel?.close();
    await database?.close();
    await upstream?.close();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  beforeEach(() => {
    upstream.reset();
    provider = new BatchProvider();
    // Two seconds pass before each poll: the first test alone waits for a second one.
    provider.doneAtPoll = 1;
    upstream.onRequest(
      (request) => provider.reply(request) ?? jsonReply({ ...completion({ content: 'queue' }), usage: USAGE }),
    );
  });

  const start = async (
    lines: readonly (readonly [id: string, content: string, model?: string, user?: string])[],
    by = client,
    more: Partial<OpenAI.BatchCreateParams> = {},
  ) => {
    const text = lines
      .map(([custom_id, content, model = 'gpt-4o', user]) =>
        JSON.stringify({
          custom_id,
          method: 'POST',
          url: '/v1/chat/completions',
          body: { model, user, messages: [{ role: 'user', content }] },
        }),
      )
      .join('\n');
    const { id } = await by.files.create({ file: await toFile(Buffer.from(text), 'in.jsonl'), purpose: 'batch' });
    return by.batches.create({
      input_file_id: id,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
      ...more,
    });
  };
  const ended = (id: string) =>
    waitUntil(
      'the end of the batch',
      async () => {
        const batch = await client.batches.retrieve(id);
        return ['completed', 'failed', 'expired', 'cancelled'].includes(batch.status) ? batch : undefined;
      },
      60_000,
    );
  const read = async (fileId: string | undefined) =>
    (await (await client.files.content(fileId ?? '')).text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const recordsOf = async (id: string, line: number, count = 1) => {
    const requestId = `batch_req_${id.slice('batch_'.length)}_${line}`;
    return waitUntil(
      'the record',
      async () => {
        const { data } = await database.auditRecords.listPage(own.organizationId, { limit: 5, filters: { requestId } });
        return data.length >= count ? data : undefined;
      },
      10_000,
    );
  };
  const chats = () => upstream.requests.filter(({ path }) => path.endsWith('/chat/completions')).length;

  it(
    'are asked in its own words, answered in the order of the input, and cost its price for batches, once',
    async () => {
      provider.doneAtPoll = 2;
      const { id } = await start([
        ['one', 'a'],
        ['two', 'please refuse'],
        ['three', 'b'],
      ]);
      const done = await ended(id);
      expect(done).toMatchObject({ status: 'completed', request_counts: { total: 3, completed: 2, failed: 1 } });
      expect(done.usage?.total_tokens).toBe(2 * USAGE.total_tokens);
      expect(provider.lines.map(({ body, custom_id: customId, url }) => [customId, url, body.model])).toEqual([
        ['line-1', '/v1/chat/completions', 'gpt-4o-2024-11-20'],
        ['line-2', '/v1/chat/completions', 'gpt-4o-2024-11-20'],
        ['line-3', '/v1/chat/completions', 'gpt-4o-2024-11-20'],
      ]);
      expect(chats()).toBe(0);
      const output = await read(done.output_file_id);
      expect(
        output.map(({ custom_id: customId, response }) => [customId, response.body.choices[0].message.content]),
      ).toEqual([
        ['one', 'native'],
        ['three', 'native'],
      ]);
      expect(await read(done.error_file_id)).toMatchObject([{ custom_id: 'two', response: { status_code: 400 } }]);
      const [record, ...more] = await recordsOf(id, 1);
      expect(more).toEqual([]);
      expect(record).toMatchObject({
        endpoint: 'chat.completions',
        outcome: 'success',
        totalTokens: USAGE.total_tokens,
        details: { batch_id: id, price_share: 0.5 },
      });
      expect(Number(record?.costUsd)).toBeCloseTo(FULL_PRICE / 2, 9);
      // Nothing of it is left at the provider but the file that the caller has uploaded there.
      await waitUntil('the removal', () => (provider.files.length === 1 ? true : undefined));
    },
    LIMIT_MS,
  );

  it(
    'are charged to the budgets of their key and their team, also where the results exceed them, once',
    async () => {
      const team = await own.change(({ teams }) =>
        teams.create(own.organizationId, { name: 'batching', tokenBudgetMonthly: 1_000_000 }),
      );
      // Less than one line costs.
      const key = await own.issueKey(false, {
        teamId: team.id,
        budgetUsd: FULL_PRICE / 10,
        budgetResetPeriod: 'monthly',
      });
      const by = client.withOptions({ apiKey: key.token });
      provider.breaks = 1;
      const lines = ['one', 'two', 'three'].map((id) => [id, id] as const);
      const { id } = await start(lines, by);
      await waitUntil(
        'the end of the batch',
        async () => ((await by.batches.retrieve(id)).status === 'completed' ? true : undefined),
        60_000,
      );
      for (const line of lines.keys()) await recordsOf(id, line + 1);
      const spentBy = async (account: string): Promise<number> => {
        const { rows } = await database.sql.executeSql(
          "SELECT coalesce(sum(spent), 0)::float8 AS spent FROM budget_accounts WHERE account LIKE '%' || $1 || '%'",
          [account],
        );
        return rows[0].spent;
      };
      expect(await spentBy(key.id)).toBeCloseTo((lines.length * FULL_PRICE) / 2, 9);
      expect(await spentBy(team.id)).toBe(lines.length * USAGE.total_tokens);
      const refused = await start([['four', 'd']], by).then((batch) => batch.id);
      await waitUntil(
        'the refusal of its line',
        async () => ((await by.batches.retrieve(refused)).request_counts?.failed === 1 ? true : undefined),
        60_000,
      );
      expect(provider.batches).toHaveLength(1);
    },
    LIMIT_MS,
  );

  itInTurn(
    'are left to the gateway where a budget rule of any line is spent',
    async () => {
      const rule = await own.change(({ policies }) =>
        policies.create(own.organizationId, {
          kind: 'budget',
          workspaceId: null,
          name: 'each customer',
          // One line costs more.
          definition: { scope: 'customer', amount: FULL_PRICE / 10 },
          enabled: true,
        }),
      );
      const first = await start([['one', 'a', 'gpt-4o', 'acme']]);
      expect(await ended(first.id)).toMatchObject({ request_counts: { completed: 1, failed: 0 } });
      const second = await start([
        ['one', 'a', 'gpt-4o', 'other'],
        ['two', 'b', 'gpt-4o', 'acme'],
      ]);
      const done = await ended(second.id);
      await own.change(({ policies }) => policies.remove(own.organizationId, rule.id));
      expect(done).toMatchObject({ request_counts: { completed: 1, failed: 1 } });
      expect(provider.batches).toHaveLength(1);
    },
    LIMIT_MS,
  );

  itInTurn(
    'have the tags that a policy reads of the headers of their request',
    async () => {
      const definition = {
        required: ['feature'],
        headers: [{ header: 'x-feature', tag: 'feature' }],
        baggage: ['region'],
      };
      const policy = await own.change(({ policies }) =>
        policies.create(own.organizationId, {
          kind: 'tag',
          workspaceId: null,
          name: 'of headers',
          definition,
          enabled: true,
        }),
      );
      const headers = { 'x-service-model': 'gpt-4o', 'x-feature': 'search', baggage: 'region=eu' };
      const by = client.withOptions({ defaultHeaders: headers });
      await waitUntil('the policy in the gateway', async () => {
        const asked = client.chat.completions.create({
          model: 'gpt-4o',
          messages: [{ role: 'user', content: 'Hello' }],
        });
        const code = await asked.then(
          () => undefined,
          (error: { code?: string }) => error.code,
        );
        return code === 'missing_tag' ? true : undefined;
      });
      const done = await ended((await start([['one', 'a']], by)).id);
      await own.change(({ policies }) => policies.remove(own.organizationId, policy.id));
      expect(done).toMatchObject({ request_counts: { completed: 1, failed: 0 } });
      const [record] = await recordsOf(done.id, 1);
      expect(record?.tags).toEqual({ feature: 'search', region: 'eu' });
    },
    LIMIT_MS,
  );

  itInTurn(
    'are charged once, though the provider answers each line several times',
    async () => {
      provider.copies = 4;
      const key = await own.issueKey(false, { budgetUsd: 100, budgetResetPeriod: 'monthly' });
      const by = client.withOptions({ apiKey: key.token });
      const lines = ['one', 'two', 'three'].map((id) => [id, id] as const);
      const done = await ended((await start(lines, by)).id);
      expect(done.usage?.total_tokens).toBe(lines.length * USAGE.total_tokens);
      expect(await read(done.output_file_id ?? undefined)).toHaveLength(lines.length);
      for (const line of lines.keys()) expect(await recordsOf(done.id, line + 1)).toHaveLength(1);
      const { rows } = await database.sql.executeSql(
        "SELECT coalesce(sum(spent), 0)::float8 AS spent FROM budget_accounts WHERE account LIKE '%' || $1 || '%'",
        [key.id],
      );
      expect(rows[0].spent).toBeCloseTo((lines.length * FULL_PRICE) / 2, 9);
    },
    LIMIT_MS,
  );

  itInTurn(
    'are settled once, though results break off in the middle',
    async () => {
      provider.breaks = 1;
      const { id } = await start([
        ['one', 'a'],
        ['two', 'b'],
        ['three', 'c'],
      ]);
      const done = await ended(id);
      expect(done).toMatchObject({ status: 'completed', request_counts: { total: 3, completed: 3, failed: 0 } });
      for (const line of [1, 2, 3]) expect(await recordsOf(id, line)).toHaveLength(1);
      expect(provider.batches).toHaveLength(1);
    },
    LIMIT_MS,
  );

  itInTurn(
    'are not started twice where the provider’s answer was lost',
    async () => {
      provider.onStart = 'run without an answer';
      const { id } = await start([['one', 'a']]);
      expect(await ended(id)).toMatchObject({ status: 'completed', request_counts: { completed: 1 } });
      expect(provider.batches).toHaveLength(1);
      expect(chats()).toBe(0);
    },
    LIMIT_MS,
  );

  itInTurn(
    'count as one request of rate limits, and their results are stored for as long as the request says',
    async () => {
      // The upload is the other one.
      const { token } = await own.issueKey(false, { rpmLimit: 2 });
      const limited = client.withOptions({ apiKey: token });
      const lines = Array.from({ length: 5 }, (_, index) => [`n${index}`, 'a'] as const);
      const seconds = 7_200;
      const more = { output_expires_after: { anchor: 'created_at', seconds } } as const;
      const done = await ended((await start(lines, limited, more)).id);
      expect(done).toMatchObject({ status: 'completed', request_counts: { total: 5, completed: 5, failed: 0 } });
      const chat = limited.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: 'a' }] });
      await expect(chat).rejects.toMatchObject({ status: 429, code: 'rpm_exceeded' });
      const { expires_at: expiresAt = 0 } = await client.files.retrieve(done.output_file_id ?? '');
      expect(Math.abs(expiresAt - (done.completed_at ?? 0) - seconds)).toBeLessThan(60);
    },
    LIMIT_MS,
  );

  it(
    'are cancelled at the provider',
    async () => {
      provider.isHeld = true;
      const { id } = await start([['one', 'a']]);
      await waitUntil('the start', () => (provider.batches.length > 0 ? true : undefined), 20_000);
      expect(await client.batches.cancel(id)).toMatchObject({ status: 'cancelling' });
      const done = await ended(id);
      expect(done.status).toBe('cancelled');
      expect(provider.cancelled).toHaveLength(1);
      expect(await read(done.error_file_id)).toMatchObject([{ custom_id: 'one', error: { code: 'batch_cancelled' } }]);
    },
    LIMIT_MS,
  );

  it.each([
    ['the provider refuses them', 'refuse', undefined],
    ['their lines name several models', 'run', 'gpt-4o-mini'],
  ] as const)(
    'run line by line at the usual price where %s',
    async (_why, onStart, second) => {
      provider.onStart = onStart;
      const { id } = await start([
        ['one', 'a'],
        ['two', 'b', second],
      ]);
      const done = await ended(id);
      expect(done).toMatchObject({ status: 'completed', request_counts: { total: 2, completed: 2 } });
      expect(chats()).toBe(2);
      expect(provider.batches).toHaveLength(0);
      const [record] = await recordsOf(id, 1);
      expect(Number(record?.costUsd)).toBeCloseTo(FULL_PRICE, 9);
    },
    LIMIT_MS,
  );
});
