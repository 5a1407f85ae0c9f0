import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken } from '@multilane/auth';
import { type CaseTally, figuresOf, readSuite } from '@multilane/evals';
import { type JobQueues, openJobQueues } from '@multilane/jobs';
import {
  createInProcessChannel,
  type DatabaseWithSecrets,
  type EvalResultRecord,
  type EvalRunRecord,
  newId,
  openDatabase,
  SecretBox,
  type VersionChannel,
} from '@multilane/persistence';
import {
  type FakeUpstream,
  Gate,
  jsonReply,
  serviceDatabases,
  startUpstream,
  takeTurns,
  waitUntil,
} from '@multilane/testing';
import { checkDefinition } from '@multilane/workflows';
import { EvalSchedules } from '../../../src/workers/evals/eval-schedules.js';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { type Receiver, startReceiver } from '../async/start-receiver.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from '../make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from '../start-gateway-on.js';

const itInTurn = takeTurns(it);

const [kind] = serviceDatabases();
if (kind === undefined) throw new Error('there is always a database');

const ACTOR = { type: 'operator', id: null, name: 'test' } as const;
const LIMIT_MS = 60_000;
/** Cases of the run that is interrupted, with two models and three repeats each. */
const CASES = 60;
const MODELS = ['shared-name', 'only-default'];
const REPEATS = 3;
const SECTIONS = { async: { webhook_signing_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } };

interface Asked {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}
type Said = string | { readonly status: number };

describe('evaluations (docs/evals.md#runs)', () => {
  let channel: VersionChannel;
  let database: DatabaseWithSecrets;
  let upstream: FakeUpstream;
  let receiver: Receiver;
  let gateway: GatewayInProcess;
  let tenant: Tenant;
  let queues: JobQueues;
  let person: { readonly userId: string; readonly cookie: string };
  let say: (asked: Asked) => Said = () => '';
  let asked = 0;
  /** The provider's answers from the one after `heldAfter` on wait here. */
  const answers = new Gate();
  let heldAfter = 0;

  beforeAll(async () => {
    channel = createInProcessChannel();
    database = await openDatabase({
      ...(await kind.create()),
      secretBox: SecretBox.fromKeys(ENCRYPTION_KEY),
      channel,
    });
    await database.migrate();
    upstream = await startUpstream({ strict: false });
    tenant = await makeTenant(database, 'default', { upstreamUrl: upstream.url });
    person = await tenant.signIn('ada@example.com');
    upstream.onRequest(async ({ body }) => {
      asked += 1;
      if (asked > heldAfter) await answers.pass();
      const said = say(body as Asked);
      if (typeof said !== 'string') return jsonReply({ error: { message: 'busy' } }, { status: said.status });
      const message = { role: 'assistant', content: said };
      return jsonReply({
        id: `c${asked}`,
        object: 'chat.completion',
        created: 1,
        model: (body as Asked).model,
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 2, completion_tokens: 1, total_tokens: 3 },
      });
    });
    receiver = await startReceiver();
    gateway = await startGatewayOn({ database, channel }, upstream.url, SECTIONS);
    queues = openJobQueues({
      database: { executeSql: database.sql.executeSql, listenUrl: undefined },
      isSender: true,
      onProblem: () => undefined,
    });
    await queues.whenReady();
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await queues?.close();
    await gateway?.stop();
    await database?.close();
    await upstream?.close();
    await receiver?.close();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  // A test that fails holds up no other one.
  afterEach(() => answers.open());

  const makeSuite = async (inputs: readonly string[], more: object): Promise<{ suiteId: string; datasetId: string }> =>
    database.change(ACTOR, async ({ evalDatasets, evalSuites }) => {
      const { id } = await evalDatasets.create(tenant, { name: newId(), description: '' });
      const cases = inputs.map((input, at) => ({
        key: `c${at}`,
        content: JSON.stringify({ key: `c${at}`, input, expected: 'yes' }),
      }));
      await evalDatasets.addVersion(tenant, id, { source: 'upload', createdBy: 'test', characters: 1, cases });
      const definition = readSuite({ dataset_id: id, ...more });
      const suite = await evalSuites.create(tenant, { name: newId(), description: '', datasetId: id, definition });
      return { suiteId: suite.id, datasetId: id };
    });
  const start = async (
    { datasetId, suiteId }: { suiteId: string; datasetId: string },
    cases: number,
    more: object = {},
  ): Promise<string> => {
    const { organizationId, workspaceId } = tenant;
    const suite = await database.evalSuites.find(organizationId, suiteId);
    const definition = readSuite(suite?.definition);
    const id = newId();
    const run = {
      id,
      organizationId,
      workspaceId,
      suiteId,
      datasetId,
      datasetVersion: 1,
      definition,
      caseCount: cases,
      total: cases * definition.targets.length * definition.repeats,
      concurrency: 8,
      maxCostUsd: null,
      userId: person.userId,
      identity: { by: 'session', hash: hashToken(person.cookie), workspaceId },
      clientAddress: null,
      ...more,
    };
    await database.evalRuns.create(run, 100, (within) => queues.enqueue('eval.run', { run_id: id }, { within }));
    queues.wake('eval.run');
    return id;
  };
  const find = async (id: string): Promise<EvalRunRecord> => {
    const run = await database.evalRuns.find(tenant.organizationId, id);
    if (run === undefined) throw new Error('there is no such run');
    return run;
  };
  const ended = (id: string): Promise<EvalRunRecord> =>
    waitUntil(
      'the end of the run',
      async () => {
        const run = await find(id);
        return run.completedAt === null ? undefined : run;
      },
      LIMIT_MS,
    );
  const isAt = (id: string, done: number): Promise<true> =>
    waitUntil('some answers to be stored', async () => (await find(id)).done >= done || undefined, LIMIT_MS);
  /** Lets the provider answer `count` more requests; the others wait. */
  const holdAfter = (count: number): void => {
    heldAfter = asked + count;
    answers.shut();
  };
  const tallies = async (id: string): Promise<readonly CaseTally[]> =>
    (await database.evalRuns.listTallies({ id })).map(
      ({ errors, failed, graderErrors, passed, position, target }): CaseTally => ({
        target,
        position,
        passed,
        failed,
        errors,
        graderErrors,
      }),
    );
  const results = (id: string): Promise<EvalResultRecord[]> =>
    database.evalRuns.listResults({ id }, {}, undefined, 1_000);
  const lastOf = ({ messages }: Asked): string => messages.at(-1)?.content ?? '';

  it(
    'give the same figures when they are interrupted: by a worker that ends, and by one that is taken for dead',
    async () => {
      // The model and the case alone decide which answers are right.
      say = (request) => {
        const number = Number(lastOf(request));
        return number % (request.model.startsWith('upstream') ? 3 : 4) === 0 ? 'no' : 'yes';
      };
      const inputs = Array.from({ length: CASES }, (_, at) => String(at));
      const targets = MODELS.map((model) => ({ type: 'model', model }));
      const suite = await makeSuite(inputs, { targets, graders: [{ type: 'exact' }], repeats: REPEATS });
      const total = CASES * MODELS.length * REPEATS;
      asked = 0;
      const whole = await start(suite, CASES);
      expect(await ended(whole)).toMatchObject({ status: 'completed', done: total, errorCode: null });
      // The same request is made for each repeat.
      expect(asked).toBe(total);

      // However fast the machine is, the provider holds back enough answers that the run is not over too early.
      const fifth = Math.floor(total * 0.2);
      holdAfter(2 * fifth);
      const broken = await start(suite, CASES);
      await isAt(broken, fifth);
      await gateway.stop();
      const before = (await find(broken)).done;
      answers.open();
      holdAfter(2 * fifth);
      gateway = await startGatewayOn({ database, channel }, upstream.url, SECTIONS);
      expect(before).toBeLessThan(total);
      await isAt(broken, before + fifth);
      // Another worker takes the run: what the first one writes from now on is rejected.
      const stolen = await database.evalWork.take(broken);
      if (stolen === undefined) throw new Error('the run ended too early for this test');
      await queues.enqueue('eval.run', { run_id: broken });
      answers.open();
      expect(await ended(broken)).toMatchObject({ status: 'completed', done: total });

      const size = { targets: MODELS.length, repeats: REPEATS };
      const figures = figuresOf(await tallies(whole), size);
      expect(figuresOf(await tallies(broken), size)).toEqual(figures);
      expect(figures.map(({ passed, failed }) => [passed, failed])).toEqual([
        [(CASES * 2 * REPEATS) / 3, (CASES * REPEATS) / 3],
        [(CASES * 3 * REPEATS) / 4, (CASES * REPEATS) / 4],
      ]);
      // Sealed, as letters that may happen to spell the answer.
      const { rows } = await database.sql.executeSql('SELECT content_sealed FROM eval_results WHERE run_id = $1', [
        whole,
      ]);
      expect(rows).toHaveLength(total);
      for (const row of rows) expect(row).toEqual({ content_sealed: expect.stringMatching(/^v1(\.[\w-]+){3}$/) });
    },
    LIMIT_MS,
  );

  it(
    'ask a judge, and count its failures apart',
    async () => {
      say = (request) => {
        const text = lastOf(request);
        if (!text.includes('<<<rubric')) return 'yes';
        if (text.includes('fair')) return '{"reason":"It is right.","verdict":"pass"}';
        return text.includes('wrong') ? '{"reason":"It is not.","verdict":"fail"}' : 'I cannot say.';
      };
      const judge = { type: 'judge', model: 'only-default', rubric: 'Is it right?' };
      const suite = await makeSuite(['fair', 'wrong', 'odd'], {
        targets: [{ type: 'model', model: 'shared-name' }],
        graders: [{ type: 'exact' }, judge],
      });
      const id = await start(suite, 3);
      expect(await ended(id)).toMatchObject({ status: 'completed', done: 3 });
      expect((await results(id)).map(({ key, score, status }) => [key, status, score])).toEqual([
        ['c0', 'passed', 1],
        ['c1', 'failed', 0.5],
        ['c2', 'grader_error', 1],
      ]);
      const [figures] = figuresOf(await tallies(id), { targets: 1, repeats: 1 });
      expect(figures).toMatchObject({ passed: 1, failed: 1, errors: 0, graderErrors: 1, passRate: 0.5 });
      expect(await database.evalRuns.listGraderTallies({ id })).toEqual([
        { target: 0, grader: 0, passed: 3, failed: 0, errors: 0 },
        { target: 0, grader: 1, passed: 1, failed: 1, errors: 1 },
      ]);
    },
    LIMIT_MS,
  );

  itInTurn(
    'count a target that does not answer as an error, and ask again where a provider is busy',
    async () => {
      const refusals = new Map<string, number>();
      say = (request) => {
        const text = lastOf(request);
        if (text === 'bad') return { status: 400 };
        const before = refusals.get(text) ?? 0;
        refusals.set(text, before + 1);
        return text === 'busy' && before === 0 ? { status: 429 } : 'yes';
      };
      const suite = await makeSuite(['busy', 'bad', 'fine'], {
        targets: [{ type: 'model', model: 'shared-name' }],
        graders: [{ type: 'exact' }],
      });
      const id = await start(suite, 3);
      expect(await ended(id)).toMatchObject({ status: 'completed', done: 3 });
      expect((await results(id)).map(({ errorCode, key, status }) => [key, status, errorCode])).toEqual([
        ['c0', 'passed', null],
        ['c1', 'error', 'provider_rejected_request'],
        ['c2', 'passed', null],
      ]);
      // Missing answers do not count in a grader's figures.
      expect(await database.evalRuns.listGraderTallies({ id })).toMatchObject([{ passed: 2, failed: 0, errors: 0 }]);
    },
    LIMIT_MS,
  );

  const publish = (nodes: readonly object[]): Promise<string> =>
    database.change(ACTOR, async ({ workflows }) => {
      const draft = JSON.stringify({ nodes, edges: [] });
      const { id } = await workflows.create(tenant, { name: newId(), description: null, draft });
      const { definition, problems } = await checkDefinition(JSON.parse(draft));
      expect(problems).toEqual([]);
      const by = { nextRunAt: null, publishedBy: 'test', runAs: {} };
      await workflows.publish(tenant.organizationId, id, { definition: JSON.stringify(definition), ...by });
      return id;
    });

  itInTurn(
    'ask workflows, whose models and agents never answer from the cache',
    async () => {
      say = (request) => (lastOf(request) === 'right' ? 'yes' : 'no');
      const messages = [{ role: 'user', content: '{{input.text}}' }];
      const asks = await publish([{ id: 'ask', kind: 'model', model: 'shared-name', messages }]);
      const waits = await publish([{ id: 'wait', kind: 'approval', message: 'May I?' }]);
      const suite = await makeSuite(['right', 'wrong'], {
        targets: [
          { type: 'workflow', workflow_id: asks, output_path: '$.ask.text' },
          { type: 'workflow', workflow_id: waits },
        ],
        graders: [{ type: 'exact' }],
      });
      const id = await start(suite, 2);
      expect(await ended(id)).toMatchObject({ status: 'completed', done: 4 });
      const found = await results(id);
      expect(found.map(({ errorCode, key, status }) => [key, status, errorCode])).toEqual([
        ['c0', 'passed', null],
        ['c1', 'failed', null],
        ['c0', 'error', 'awaiting_approval'],
        ['c1', 'error', 'awaiting_approval'],
      ]);
      expect(found[0]).toMatchObject({ promptTokens: 2, completionTokens: 1 });
      const { workflow_run_id: runId } = JSON.parse(found[0]?.content ?? '') as { workflow_run_id: string };
      const run = await database.workflowRuns.find(tenant.organizationId, runId);
      expect(run).toMatchObject({ workflowId: asks, version: 1, usesCache: false, status: 'succeeded' });
      const { data } = await database.workflowRuns.listPage(tenant.organizationId, {
        limit: 10,
        filters: { workspaceId: tenant.workspaceId, workflowId: waits },
      });
      expect(data.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    },
    LIMIT_MS,
  );

  it(
    'begin once at a time of their schedule, and tell of a regression',
    async () => {
      const { organizationId, workspaceId } = tenant;
      const inputs = Array.from({ length: 12 }, (_, at) => String(at));
      const { suiteId } = await makeSuite(inputs, {
        targets: [{ type: 'model', model: 'shared-name' }],
        graders: [{ type: 'exact' }],
      });
      const listRuns = async (): Promise<readonly EvalRunRecord[]> =>
        (await database.evalRuns.listPage(tenant, { suiteId }, { limit: 10 })).data;
      /** Fires the schedule for two processes at once. */
      const fire = async (webhookUrl?: string): Promise<EvalRunRecord> => {
        const before = (await listRuns()).length;
        const identity = { by: 'member', organizationId, userId: person.userId, workspaceId };
        const schedule = {
          cron: '0 0 1 1 *',
          timezone: 'Europe/Berlin',
          maxCostUsd: 5,
          nextRunAt: new Date(Date.now() - 1_000),
          runAs: identity,
          userId: person.userId,
        };
        await database.change(ACTOR, ({ evalSuites }) => evalSuites.update(tenant, suiteId, { schedule, webhookUrl }));
        const schedules = [1, 2].map(() => new EvalSchedules({ database, queues }));
        await Promise.all(schedules.map((each) => each.startDue()));
        const [run, ...others] = await waitUntil('a run', async () => {
          const runs = await listRuns();
          return runs.length > before ? runs : undefined;
        });
        expect(others).toHaveLength(before);
        return ended(run?.id ?? '');
      };
      say = () => 'yes';
      expect(await fire(receiver.url)).toMatchObject({ status: 'completed', trigger: 'schedule', maxCostUsd: 5 });
      expect(receiver.received).toEqual([]);
      say = () => 'no';
      const second = await fire();
      const message = await waitUntil('the webhook', () => receiver.received[0]);
      expect(JSON.parse(message.body)).toMatchObject({
        type: 'eval.run.regressed',
        data: { run_id: second.id, suite_id: suiteId, targets: [{ name: 'shared-name', verdict: 'worse' }] },
      });
      expect((await database.evalSuites.find(organizationId, suiteId))?.nextRunAt?.getTime()).toBeGreaterThan(
        Date.now(),
      );
      const { rows } = await database.sql.executeSql('SELECT webhook_sealed FROM eval_suites WHERE id = $1', [suiteId]);
      expect(JSON.stringify(rows)).not.toContain(receiver.url);
    },
    LIMIT_MS,
  );

  it(
    'end when they are cancelled, and with the session of whoever began them',
    async () => {
      say = () => 'yes';
      const inputs = Array.from({ length: 2_000 }, (_, at) => String(at));
      const suite = await makeSuite(inputs, {
        targets: [{ type: 'model', model: 'shared-name' }],
        graders: [{ type: 'exact' }],
      });
      const cancelled = await start(suite, inputs.length);
      await isAt(cancelled, 1);
      expect(await database.evalRuns.cancel(cancelled)).toBe(true);
      const { done } = await find(cancelled);
      expect(await find(cancelled)).toMatchObject({ status: 'cancelled' });
      expect(done).toBeLessThan(inputs.length);
      const strange = { identity: { by: 'session', hash: hashToken('nobody'), workspaceId: tenant.workspaceId } };
      const refused = await start(suite, inputs.length, strange);
      expect(await ended(refused)).toMatchObject({ status: 'failed', errorCode: 'invalid_api_key', done: 0 });
    },
    LIMIT_MS,
  );
});
