import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type JobData, type JobQueues, type JobResult, openJobQueues } from '@multilane/jobs';
import { serviceDatabases, type TestLocation } from '@multilane/testing';
import { CHECK_LIMITS, ProviderChecksService } from '../../src/modules/providers/provider-checks.service.js';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

const KEY = 'sk-never-to-be-shown-1234';

type Work = (data: JobData<'provider.check'>) => Promise<JobResult<'provider.check'>>;

describe.each(serviceDatabases())('checks of providers are jobs of the gateway, on $name', (kind) => {
  let location: TestLocation;
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let checks: ProviderChecksService;
  let worker: JobQueues | undefined;

  beforeAll(async () => {
    location = await kind.create();
    workspace = await startTestWorkspace(location);
    owner = await workspace.signIn();
    checks = workspace.app.get(ProviderChecksService, { strict: false });
  }, HOOK_LIMIT_MS);

  afterEach(async () => {
    checks.limits = CHECK_LIMITS;
    await worker?.stopWork();
    await worker?.close();
    worker = undefined;
  });

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const startWorker = async (work: Work): Promise<JobData<'provider.check'>[]> => {
    const received: JobData<'provider.check'>[] = [];
    worker = openJobQueues({
      database: {
        executeSql: workspace.database.sql.executeSql,
        listenUrl: 'url' in location ? location.url : undefined,
      },
      onProblem: () => undefined,
    });
    worker.work('provider.check', { concurrency: 2 }, ({ data }) => {
      received.push(data);
      return work(data);
    });
    await worker.whenReady();
    return received;
  };
  let made = 0;
  const create = async (): Promise<string> => {
    made += 1;
    const answer = await owner.send('POST /admin/providers', { name: `p${made}`, kind: 'openai', api_key: KEY });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return (answer.json() as { id: string }).id;
  };
  it('the worker gets ids and no secret, and its result is the answer of the route', async () => {
    const received = await startWorker(async () => ({ outcome: 'answered', latency_ms: 12.4 }));
    const id = await create();
    const answer = await owner.send(`POST /admin/providers/${id}/test`);
    expect([answer.status, answer.json()]).toEqual([
      200,
      { object: 'provider_test', provider_id: id, ok: true, latency_ms: 12 },
    ]);
    expect(received).toEqual([{ organization_id: workspace.organizationId, provider_id: id, check: 'connection' }]);
    const { rows } = await workspace.database.sql.executeSql('SELECT * FROM multilane_jobs.job');
    expect(rows).not.toHaveLength(0);
    expect(JSON.stringify(rows)).not.toContain('never-to-be-shown');
  });

  it('a list of models is answered as the worker has it', async () => {
    const models = [{ id: 'gpt-5.5', chat: true }];
    await startWorker(async () => ({ outcome: 'answered', latency_ms: 1, models, truncated: true }));
    const id = await create();
    const answer = await owner.send(`POST /admin/providers/${id}/models`);
    expect([answer.status, answer.json()]).toEqual([
      200,
      { object: 'provider_models', provider_id: id, ok: true, data: models, truncated: true },
    ]);
  });

  it.each([
    ['test', { object: 'provider_test', ok: false, latency_ms: 3 }],
    ['models', { object: 'provider_models', ok: false, data: [], truncated: false }],
  ])('a provider that fails is an answer of /%s', async (route, expected) => {
    const failure = { code: 'provider_error', message: 'The provider answered HTTP 500.' };
    await startWorker(async () => ({ outcome: 'failed', latency_ms: 3, failure }));
    const id = await create();
    const answer = await owner.send(`POST /admin/providers/${id}/${route}`);
    expect([answer.status, answer.json()]).toEqual([200, { ...expected, provider_id: id, error: failure }]);
  });

  it.each([
    [{ code: 'conflict' as const }, [409, 'conflict']],
    [{ code: 'unsupported_provider' as const }, [400, 'unsupported_provider']],
    [{ code: 'invalid_value' as const, param: 'base_url' }, [400, 'invalid_value', 'base_url']],
    [{ code: 'not_found' as const }, [404, 'not_found']],
  ])('a rejection by the worker is passed on: %j', async (refusal, expected) => {
    await startWorker(async () => ({ outcome: 'refused', message: 'No.', ...refusal }));
    expect(refusalOf(await owner.send(`POST /admin/providers/${await create()}/test`))).toEqual(expected);
  });

  it('a worker that fails is 503, and the check is not made again', async () => {
    const received = await startWorker(() => Promise.reject(new Error(`broken ${KEY}`)));
    const answer = await owner.send(`POST /admin/providers/${await create()}/test`);
    expect([refusalOf(answer), answer.text.includes(KEY)]).toEqual([[503, 'worker_unavailable'], false]);
    expect(received).toHaveLength(1);
  });

  it('without a worker the answer is 503 and says so, and a worker that starts later finds nothing to do', async () => {
    const id = await create();
    checks.limits = { ...CHECK_LIMITS, takenWithinMs: 100 };
    const answer = await owner.send(`POST /admin/providers/${id}/test`);
    expect(refusalOf(answer)).toEqual([503, 'worker_unavailable']);
    expect(answer.text).toContain('Start a gateway on this database');
    checks.limits = CHECK_LIMITS;
    const received = await startWorker(async () => ({ outcome: 'answered', latency_ms: 1 }));
    expect((await owner.send(`POST /admin/providers/${await create()}/test`)).status).toBe(200);
    expect(received.map(({ provider_id }) => provider_id)).not.toContain(id);
  });

  it('a worker that does not end in time is 504', async () => {
    let end = (): void => undefined;
    await startWorker(async () => {
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return { outcome: 'answered', latency_ms: 1 };
    });
    checks.limits = { ...CHECK_LIMITS, answeredWithinMs: 100 };
    const answer = await owner.send(`POST /admin/providers/${await create()}/models`);
    end();
    expect([...refusalOf(answer), answer.text]).toEqual([
      504,
      'worker_timeout',
      expect.stringContaining('within 0.1 s'),
    ]);
  });

  it('a worker has 11 s to take a job, and 15 s to end it', () => {
    expect(checks.limits).toEqual({ takenWithinMs: 11_000, answeredWithinMs: 15_000 });
  });

  it('a provider of another tenant is not found, and no job is made for it', async () => {
    const received = await startWorker(async () => ({ outcome: 'answered', latency_ms: 1 }));
    const id = await create();
    const { organizationId } = await addTenant(workspace.database, 'other');
    const stranger = await workspace.signIn({ organizationId });
    for (const route of ['test', 'models']) {
      expect(refusalOf(await stranger.send(`POST /admin/providers/${id}/${route}`))).toEqual([404, 'not_found']);
    }
    expect(received).toEqual([]);
  });

  it.each(['test', 'models'])('/%s is limited to ten a minute for each provider', async (route) => {
    await startWorker(async () => ({ outcome: 'answered', latency_ms: 1 }));
    const id = await create();
    for (let count = 0; count < 10; count += 1) {
      expect((await owner.send(`POST /admin/providers/${id}/${route}`)).status).toBe(200);
    }
    const answer = await owner.send(`POST /admin/providers/${id}/${route}`);
    expect([...refusalOf(answer), answer.headers['retry-after']]).toEqual([
      429,
      'rate_limit_exceeded',
      expect.any(String),
    ]);
  });
});
