import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { type JobQueues, openJobQueues } from '@multilane/jobs';
import { serviceDatabases } from '@multilane/testing';
import { hasRegressed } from '../../src/cli/commands/eval-commands.js';
import { runEvaluation } from '../../src/cli/run-evaluation.js';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  type Send,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

const [kind] = serviceDatabases();
if (kind === undefined) throw new Error('there is always a database');

const LIMIT_MS = 60_000;
const ASYNC = 'async: { webhook_signing_secret: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw }\n';
const LINES = ['{"id":"a","input":"1+1?","expected":2}', '{"id":"b","input":[{"role":"user","content":"Hello"}]}'];
const GRADERS = [{ type: 'contains', value: 'yes' }];

describe('evaluations (docs/evals.md)', () => {
  let workspace: TestWorkspace;
  let queues: JobQueues;
  let owner: TestCaller;
  let send: Send;
  let stranger: Send;
  let names = 0;
  /** Decides which answers pass, in place of a gateway. */
  let passes: (target: number, position: number) => boolean = () => true;

  const made = async <Body = { id: string }>(route: string, body: object): Promise<Body> => {
    const answer = await send(route, body);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.json() as Body;
  };
  const name = (): string => {
    names += 1;
    return `n-${names}`;
  };
  const makeDataset = async (lines: readonly string[] = LINES): Promise<string> => {
    const { id } = await made('POST /w/evals/datasets', { name: name() });
    await made(`POST /w/evals/datasets/${id}/versions`, { jsonl: lines.join('\n') });
    return id;
  };
  const makeSuite = async (more: object = {}): Promise<{ id: string; name: string }> => {
    const targets = [{ type: 'model', model: 'm' }];
    const body = { name: name(), dataset_id: await makeDataset(), targets, graders: GRADERS, ...more };
    return { ...(await made('POST /w/evals/suites', body)), name: body.name };
  };
  /** Does the work of a gateway. */
  const work = async (runId: string): Promise<void> => {
    const { evalWork } = workspace.database;
    const run = await evalWork.take(runId);
    if (run === undefined) return;
    const targets = run.total / run.caseCount;
    const results = Array.from({ length: run.total }, (_, at) => {
      const [target, position] = [at % targets, Math.floor(at / targets)];
      const isPassed = passes(target, position);
      const status = isPassed ? 'passed' : 'failed';
      const score = isPassed ? 1 : 0;
      const grades = [{ name: 'contains', type: 'contains', status, score, reason: null }];
      return {
        target,
        position,
        repeat: 0,
        status,
        score,
        latencyMs: 5,
        promptTokens: 1,
        completionTokens: 1,
        costUsd: 0.25,
        judgeCostUsd: null,
        errorCode: null,
        gradeMarks: isPassed ? 'p' : 'f',
        requestId: `r${at}`,
        content: JSON.stringify({ output: 'yes', tool_calls: [], finish_reason: 'stop', agent_run_id: null, grades }),
      } as const;
    });
    expect(await evalWork.addResults(run, results)).toBe(true);
    // A result that a worker writes again counts once.
    expect(await evalWork.addResults(run, results.slice(0, 1))).toBe(true);
    await evalWork.end(run, { status: 'completed', errorCode: null, errorMessage: null });
  };
  const runSuite = async (id: string): Promise<string> => {
    const run = await made('POST /w/evals/runs', { suite_id: id });
    await work(run.id);
    return run.id;
  };

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), ASYNC);
    const { database } = workspace;
    owner = await workspace.signIn();
    ({ send } = owner);
    const tenant = await addTenant(database, 'other');
    stranger = (await workspace.signIn({ organizationId: tenant.organizationId })).send;
    queues = openJobQueues({
      database: { executeSql: database.sql.executeSql, listenUrl: undefined },
      isSender: true,
      onProblem: () => undefined,
    });
    await queues.whenReady();
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await queues?.close();
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  it('have datasets with versions, whose cases are sealed', async () => {
    const id = await makeDataset();
    const fields = { input: 'question', expected: 'answer' };
    const second = { jsonl: '{"question":"Capital of France?","answer":"Paris"}', fields };
    expect(await made(`POST /w/evals/datasets/${id}/versions`, second)).toMatchObject({
      version: 2,
      case_count: 1,
      source: 'upload',
    });
    expect((await send(`GET /w/evals/datasets/${id}`)).json()).toMatchObject({ object: 'eval.dataset', version: 2 });
    expect((await send(`GET /w/evals/datasets/${id}/versions`)).json()).toMatchObject({
      data: [{ version: 2 }, { version: 1, case_count: 2 }],
    });
    expect((await send(`GET /w/evals/datasets/${id}/cases`)).json()).toMatchObject({
      data: [{ id: '1', input: 'Capital of France?', expected: 'Paris', expected_tool_calls: null }],
    });
    const page = (await send(`GET /w/evals/datasets/${id}/cases?version=1&limit=1`)).json() as { next_cursor: string };
    const rest = await send(`GET /w/evals/datasets/${id}/cases?version=1&limit=1&cursor=${page.next_cursor}`);
    expect(rest.json()).toMatchObject({ data: [{ id: 'b', expected: null }], next_cursor: null });
    const one = await send(`GET /w/evals/datasets/${id}/cases?version=1&case_id=b`);
    expect(one.json()).toMatchObject({ data: [{ id: 'b' }], next_cursor: null });
    const none = await send(`GET /w/evals/datasets/${id}/cases?version=2&case_id=b`);
    expect(none.json()).toMatchObject({ data: [], next_cursor: null });
    const { rows } = await workspace.database.sql.executeSql('SELECT content_sealed FROM eval_cases', []);
    expect(JSON.stringify(rows)).not.toContain('France');
    expect((await send(`DELETE /w/evals/datasets/${id}`)).status).toBe(204);
    expect(refusalOf(await send(`GET /w/evals/datasets/${id}`))).toEqual([404, 'not_found']);
  });

  it('reject an upload with the problems of each line, and keep none of it', async () => {
    const { id } = await made('POST /w/evals/datasets', { name: name() });
    const jsonl = `${LINES[0]}\n{"input":""}\nsecret text`;
    const answer = await send(`POST /w/evals/datasets/${id}/versions`, { jsonl });
    expect(refusalOf(answer)).toEqual([400, 'invalid_value', 'jsonl']);
    const { error } = answer.json() as { error: { message: string; details: { problems: object[] } } };
    expect(error.message).toContain('line 2');
    expect(error.details.problems).toEqual([
      { line: 2, field: 'input', message: expect.any(String) },
      { line: 3, field: null, message: expect.any(String) },
    ]);
    expect(answer.text).not.toContain('secret');
    expect((await send(`GET /w/evals/datasets/${id}`)).json()).toMatchObject({ version: 0 });
    const empty = await send(`POST /w/evals/datasets/${id}/versions`, { jsonl: '{"x":1}' });
    expect(refusalOf(empty)).toEqual([400, 'invalid_value', 'jsonl']);
  });

  it.each<[string, object, string]>([
    ['a schedule without a time zone', { schedule: { cron: '0 3 * * *' } }, 'schedule.timezone'],
    ['a schedule that is never due', { schedule: { cron: '0 3 30 2 *', timezone: 'UTC' } }, 'schedule.cron'],
    ['an unknown time zone', { schedule: { cron: '0 3 * * *', timezone: 'Mars/Base' } }, 'schedule.timezone'],
    ['an address of this machine', { webhook_url: 'http://127.0.0.1/hook' }, 'webhook_url'],
    ['a workflow without an id', { targets: [{ type: 'workflow' }] }, 'targets[0].workflow_id'],
    [
      'a workflow of nobody',
      { targets: [{ type: 'workflow', workflow_id: '01930000-0000-7000-8000-00000000000a' }] },
      'targets[0].workflow_id',
    ],
    ['a dataset of nobody', { dataset_id: '01930000-0000-7000-8000-00000000000a' }, 'dataset_id'],
    ['a version that is not there', { dataset_version: 9 }, 'dataset_version'],
    [
      'an agent of nobody',
      { targets: [{ type: 'agent', agent_id: '01930000-0000-7000-8000-00000000000a' }] },
      'targets[0].agent_id',
    ],
    ['an unknown grader', { graders: [{ type: 'magic' }] }, 'graders[0].type'],
  ])('reject a suite with %s', async (_name, more, param) => {
    const targets = [{ type: 'model', model: 'm' }];
    const body = { name: name(), dataset_id: await makeDataset(), targets, graders: GRADERS, ...more };
    expect(refusalOf(await send('POST /w/evals/suites', body))).toEqual([400, 'invalid_value', param]);
  });

  it('have published workflows as targets, whose version a run keeps', async () => {
    const flow = await made('POST /w/workflows', {
      name: name(),
      definition: { nodes: [{ id: 'say', kind: 'transform', expression: 'input.text' }], edges: [] },
    });
    const target = { type: 'workflow', workflow_id: flow.id, output_path: '$.say' };
    const body = { name: name(), dataset_id: await makeDataset(), graders: GRADERS };
    const draft = await send('POST /w/evals/suites', { ...body, targets: [target] });
    expect(refusalOf(draft)).toEqual([400, 'invalid_value', 'targets[0].workflow_id']);
    expect((await send(`POST /w/workflows/${flow.id}/publish`, {})).status).toBe(200);
    const ahead = await send('POST /w/evals/suites', { ...body, targets: [{ ...target, version: 2 }] });
    expect(refusalOf(ahead)).toEqual([400, 'invalid_value', 'targets[0].version']);
    const suite = await made('POST /w/evals/suites', { ...body, targets: [target] });
    expect((await send(`GET /w/evals/suites/${suite.id}`)).json()).toMatchObject({
      targets: [{ ...target, input: 'text' }],
    });
    const run = await made('POST /w/evals/runs', { suite_id: suite.id });
    const stored = await workspace.database.evalRuns.find(workspace.organizationId, run.id);
    expect(stored?.definition).toMatchObject({ targets: [{ version: 1 }] });
    await workspace.database.evalRuns.cancel(run.id);
    expect((await send(`POST /w/evals/suites/${suite.id}/estimate`, {})).json()).toMatchObject({
      unpriced: [`${flow.id} version 1`],
    });
  });

  it('run by a schedule, with an address that is never shown and a baseline of the suite', async () => {
    const schedule = { cron: '0 3 * * *', timezone: 'Europe/Berlin', max_cost_usd: 2 };
    const webhook_url = 'https://hooks.example/services/secret-part';
    const { id } = await makeSuite({ schedule, webhook_url });
    const shown = await send(`GET /w/evals/suites/${id}`);
    expect(shown.json()).toMatchObject({
      schedule: { ...schedule, next_run_at: expect.stringMatching(/T0[12]:00:00/), problem: null },
      baseline_run_id: null,
      webhook_receiver: 'https://hooks.example',
    });
    expect(shown.text).not.toContain('secret-part');
    const { data: trail } = await workspace.database.changes.listPage(workspace.organizationId, { limit: 5 });
    expect(JSON.stringify(trail)).not.toContain('secret-part');
    expect(await workspace.database.evalSchedules.findWebhook(id)).toBe(webhook_url);

    const runId = await runSuite(id);
    const other = await runSuite((await makeSuite()).id);
    const foreign = await send(`PATCH /w/evals/suites/${id}`, { baseline_run_id: other });
    expect(refusalOf(foreign)).toEqual([400, 'invalid_value', 'baseline_run_id']);
    expect((await send(`PATCH /w/evals/suites/${id}`, { baseline_run_id: runId, repeats: 2 })).json()).toMatchObject({
      baseline_run_id: runId,
      schedule: { cron: schedule.cron },
    });
    const bare = await send(`PATCH /w/evals/suites/${id}`, {
      schedule: null,
      webhook_url: null,
      baseline_run_id: null,
    });
    expect(bare.json()).toMatchObject({ schedule: null, webhook_receiver: null, baseline_run_id: null, repeats: 2 });
    expect((await send(`GET /w/evals/runs/${runId}`)).json()).toMatchObject({ trigger: 'manual' });
  });

  it('estimate what a run costs, and name models without a price', async () => {
    const judge = { type: 'judge', model: 'j', rubric: 'Is it right?', votes: 3 };
    const { id } = await makeSuite({ graders: [judge], repeats: 2 });
    expect((await send(`POST /w/evals/suites/${id}/estimate`, { answer_tokens: 10 })).json()).toEqual({
      object: 'eval.estimate',
      cost_usd: 0,
      requests: 2 * 2 + 2 * 2 * 3,
      prompt_tokens: expect.any(Number),
      completion_tokens: 4 * 10 + 12 * 80,
      unpriced: ['m', 'j'],
    });
  });

  it(
    'run, show figures and results, and are compared case by case',
    async () => {
      const lines = Array.from({ length: 30 }, (_, at) => JSON.stringify({ id: `c${at}`, input: 'x' }));
      const { id } = await makeSuite({ dataset_id: await makeDataset(lines) });
      passes = () => true;
      const before = await runSuite(id);
      const none = await send(`GET /w/evals/runs/${before}/comparison`);
      expect(refusalOf(none)).toEqual([404, 'not_found', 'baseline_id']);
      passes = (_target, position) => position >= 15;
      const after = await runSuite(id);
      expect((await send(`GET /w/evals/runs/${after}`)).json()).toMatchObject({
        status: 'completed',
        total: 30,
        done: 30,
        cost_usd: 7.5,
        figures: [
          {
            name: 'm',
            passed: 15,
            failed: 15,
            pass_rate: 0.5,
            passes: [{ k: 1, pass_at_k: 0.5 }],
            cost_usd: 7.5,
            judge_cost_usd: null,
            latency_p50_ms: 5,
            latency_p95_ms: 5,
            graders: [{ name: 'contains', type: 'contains', passed: 15, failed: 15, errors: 0, pass_rate: 0.5 }],
          },
        ],
      });
      expect((await send(`GET /w/evals/runs/${after}/comparison`)).json()).toMatchObject({
        baseline_id: before,
        verdict: 'worse',
        words: expect.stringContaining('Worse: 50.0 percentage points'),
        counts: { fixed: 0, broken: 15, same: 15, missing: 0 },
        truncated: false,
      });
      expect((await send(`GET /w/evals/runs/${after}/comparison?baseline_id=${after}`)).json()).toMatchObject({
        verdict: 'no_detectable_change',
        changed_cases: [],
      });
      const page = (await send(`GET /w/evals/runs/${after}/results?limit=20&status=failed`)).json();
      expect(page).toMatchObject({ next_cursor: null });
      expect((page as { data: object[] }).data[0]).toMatchObject({
        case_id: 'c0',
        output: 'yes',
        grades: [{ score: 0 }],
      });
      const ofCase = (await send(`GET /w/evals/runs/${after}/results?case_id=c20`)).json() as { data: object[] };
      expect(ofCase.data).toEqual([expect.objectContaining({ case_id: 'c20', status: 'passed' })]);
      const junit = await send(`GET /w/evals/runs/${after}/junit`);
      expect(junit.text).toContain('<testsuite name="m" tests="30" failures="15" errors="0"');
      expect(String(junit.headers['content-type'])).toContain('xml');
      expect((await send(`POST /w/evals/runs/${after}/cancel`, {})).json()).toMatchObject({ status: 'completed' });
      expect(refusalOf(await stranger(`GET /w/evals/runs/${after}`))).toEqual([404, 'not_found']);
      expect((await send(`DELETE /w/evals/runs/${after}`)).status).toBe(204);
    },
    LIMIT_MS,
  );

  it(
    'are deleted a while after their end, but for what runs are compared with',
    async () => {
      const { id } = await makeSuite();
      const { database, organizationId } = workspace;
      const [baseline, first, second] = [await runSuite(id), await runSuite(id), await runSuite(id)];
      await send(`PATCH /w/evals/suites/${id}`, { baseline_run_id: baseline });
      const cancelled = await made('POST /w/evals/runs', { suite_id: id });
      await database.evalRuns.cancel(cancelled.id);
      const open = await made('POST /w/evals/runs', { suite_id: id });
      const soon = new Date(Date.now() + 60_000);
      expect(await database.evalRuns.removeOld(new Date(0))).toBe(false);
      while (await database.evalRuns.removeOld(soon));
      const ids = [baseline, first, second, cancelled.id, open.id];
      const left = await Promise.all(ids.map((runId) => database.evalRuns.find(organizationId, runId)));
      expect(left.map((run) => run !== undefined)).toEqual([true, false, true, false, true]);
      expect(await database.evalRuns.countOpen()).toContainEqual({ status: 'queued', runs: expect.any(Number) });
      await database.evalRuns.cancel(open.id);
    },
    LIMIT_MS,
  );

  it(
    'run from the command line, which stops a pipeline at a regression',
    async () => {
      const lines = Array.from({ length: 12 }, (_, at) => JSON.stringify({ id: `c${at}`, input: 'x' }));
      const suite = await makeSuite({ dataset_id: await makeDataset(lines) });
      const { database, organizationId } = workspace;
      const taken = new Set<string>();
      const workers = setInterval(() => {
        void database.sql.executeSql("SELECT id FROM eval_runs WHERE status = 'queued'", []).then(async ({ rows }) => {
          for (const { id } of rows as { id: string }[]) if (!taken.has(id) && taken.add(id)) await work(id);
        });
      }, 50);
      const parts = {
        database,
        config: parseConfig('', { env: {}, sourceName: 'test.yaml' }).config,
        jobs: { queues: async () => queues },
        showProgress: () => undefined,
        untakenMs: 30_000,
      };
      const request = {
        organizationId,
        workspace: undefined,
        suite: suite.name,
        as: owner.user?.email ?? '',
        baseline: 'previous',
        maxCostUsd: undefined,
        actorName: 'test',
      };
      try {
        passes = () => true;
        const first = await runEvaluation(parts, request);
        expect([first.baselineId, hasRegressed(first, 1)]).toEqual([undefined, false]);
        passes = (_target, position) => position === 0;
        const second = await runEvaluation(parts, request);
        expect(second.targets[0]?.comparison?.verdict).toBe('worse');
        expect([second.baselineId, hasRegressed(second, 0)]).toEqual([first.run.id, true]);
        const third = await runEvaluation(parts, request);
        expect(third.targets[0]?.comparison?.words).toContain('No detectable change');
        expect([hasRegressed(third, 0), hasRegressed(third, 0.5)]).toEqual([false, true]);
        await expect(runEvaluation(parts, { ...request, suite: 'nothing' })).rejects.toThrow('There is no suite');
      } finally {
        clearInterval(workers);
      }
    },
    LIMIT_MS,
  );
});
