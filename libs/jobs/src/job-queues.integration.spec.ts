import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@multilane/persistence';
import { databasesInTurn, waitUntil } from '@multilane/testing';
import { installQueues } from './install-queues.js';
import { type JobQueues, openJobQueues, type TakenJob } from './job-queues.js';

const LIMIT_MS = 60_000;
const problems: string[] = [];
const onPoisoned = (): Promise<void> => Promise.resolve();

const until = (holds: () => boolean | Promise<boolean>, timeoutMs: number): Promise<true> =>
  waitUntil('jobs', async () => ((await holds()) ? true : undefined), timeoutMs);

describe.each(databasesInTurn(import.meta.filename))('jobs on $name', (kind) => {
  let database: Database;
  let listenUrl: string | undefined;
  const open: JobQueues[] = [];

  const start = (): JobQueues => {
    const queues = openJobQueues({
      database: { executeSql: database.sql.executeSql, listenUrl },
      onProblem: (error) => problems.push(error.message),
      superviseSeconds: 1,
    });
    open.push(queues);
    return queues;
  };
  const countJobs = async (): Promise<number> => {
    const { rows } = await database.sql.executeSql(
      "SELECT count(*)::int AS jobs FROM multilane_jobs.job WHERE name = 'async.run'",
    );
    return rows[0].jobs;
  };
  /** Works on jobs from now on, and hands out those that it was given. */
  const takeAll = (queues: JobQueues, work: (job: TakenJob<'async.run'>) => Promise<void> = async () => undefined) => {
    const taken: TakenJob<'async.run'>[] = [];
    queues.work('async.run', { concurrency: 2, onPoisoned }, async (job) => {
      taken.push(job);
      await work(job);
    });
    return taken;
  };

  beforeAll(async () => {
    const place = await kind.create();
    listenUrl = 'url' in place ? place.url : undefined;
    database = await openDatabase(place);
    await database.migrate();
  }, LIMIT_MS);

  afterEach(async () => {
    for (const queues of open.splice(0)) {
      await queues.stopWork();
      await queues.close();
    }
    await database.sql.executeSql('DELETE FROM multilane_jobs.job');
  });

  afterAll(async () => {
    await database?.close();
    await kind.stop();
  }, LIMIT_MS);

  it('are worked on at once, each by one worker', async () => {
    const [one, other] = [start(), start()];
    const taken = [takeAll(one), takeAll(other)];
    await new Promise((resolve) => setTimeout(resolve, 500));
    const ids = Array.from({ length: 10 }, () => randomUUID());
    const startedAt = performance.now();
    for (const job_id of ids) await one.enqueue('async.run', { job_id });
    await until(() => taken.flat().length === 10, 10_000);
    expect(
      taken
        .flat()
        .map(({ data }) => data.job_id)
        .sort(),
    ).toEqual([...ids].sort());
    // Well under the time between two polls.
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });

  it('that wait are begun as soon as a worker is free', async () => {
    const queues = start();
    for (let each = 0; each < 12; each++) await queues.enqueue('async.run', { job_id: randomUUID() });
    const taken = takeAll(queues);
    await until(() => taken.length === 12, 4_000);
  });

  it('exist once the transaction that they belong to is committed, and not without it', async () => {
    const queues = start();
    const taken = takeAll(queues);
    const send = (job_id: string, isKept: boolean) =>
      database.inTransaction(async (within) => {
        await queues.enqueue('async.run', { job_id }, { within });
        if (!isKept) throw new Error('rolled back');
      });
    await queues.whenReady();
    await expect(send(randomUUID(), false)).rejects.toThrow('rolled back');
    const kept = randomUUID();
    await send(kept, true);
    queues.wake('async.run');
    await until(() => taken.length > 0, 10_000);
    expect(taken.map(({ data }) => data.job_id)).toEqual([kept]);
  });

  it('about work that was lost are put in, and not beside one that waits, runs or is begun again later', async () => {
    const queues = start();
    const [delayed, running, failing, done] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const lost = randomUUID();
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const taken = takeAll(queues, ({ data: { job_id: id } }) => {
      if (id === failing) throw new Error('the database is away');
      return id === running ? held : Promise.resolve();
    });
    for (const id of [running, failing, done]) await queues.enqueue('async.run', { job_id: id });
    await queues.enqueue('async.run', { job_id: delayed }, { afterSeconds: 3_600 });
    const isDone = async (): Promise<boolean> => {
      const { rows } = await database.sql.executeSql(
        "SELECT 1 FROM multilane_jobs.job WHERE state = 'completed' AND data ->> 'job_id' = $1",
        [done],
      );
      return rows.length > 0 && taken.length >= 3;
    };
    await until(isDone, 20_000);
    const subjects = [delayed, running, failing, done, lost].map((id) => ({ data: { job_id: id }, group: 'g' }));
    await queues.enqueueLost('async.run', subjects);
    await queues.enqueueLost('async.run', []);
    const { rows } = await database.sql.executeSql(
      "SELECT data ->> 'job_id' AS id, group_id FROM multilane_jobs.job WHERE group_id IS NOT NULL ORDER BY id",
    );
    expect(rows).toEqual([done, lost].sort().map((id) => ({ id, group_id: 'g' })));
    end();
  });

  it(
    'that are delayed are begun when their time has come, and not at the next poll',
    async () => {
      const queues = start();
      const taken = takeAll(queues);
      const late: number[] = [];
      // A busy machine may be late with some of them; polls, 5 and 10 seconds apart, are late with each.
      for (let count = 1; count <= 3; count += 1) {
        const enqueuedAt = performance.now();
        await queues.enqueue('async.run', { job_id: randomUUID() }, { afterSeconds: 1 });
        await until(() => taken.length >= count, 30_000);
        late.push(performance.now() - enqueuedAt - 1_000);
      }
      expect(Math.min(...late)).toBeGreaterThan(-100);
      expect(Math.min(...late)).toBeLessThan(2_500);
    },
    LIMIT_MS,
  );

  it('make one free worker look, and not all that are free', async () => {
    let looks = 0;
    const queues = openJobQueues({
      database: {
        executeSql: (text, values) => {
          if (text.includes('SKIP LOCKED')) looks += 1;
          return database.sql.executeSql(text, values);
        },
        listenUrl,
      },
      onProblem: (error) => problems.push(error.message),
      superviseSeconds: 60,
    });
    open.push(queues);
    const taken: string[] = [];
    queues.work('async.run', { concurrency: 40, onPoisoned }, async ({ data }) => void taken.push(data.job_id));
    await queues.whenReady();
    // Each looks once at the beginning, and again when the notifications are connected.
    await until(() => looks >= 40, 10_000);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    looks = 0;
    for (let count = 0; count < 3; count += 1) {
      await queues.enqueue('async.run', { job_id: randomUUID() });
      await until(() => taken.length > count, 10_000);
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(looks).toBeLessThan(40);
  }, 30_000);

  it('that come all at once are worked on at once, by as many workers as there are', async () => {
    const queues = start();
    let running = 0;
    let most = 0;
    queues.work('async.run', { concurrency: 12, onPoisoned }, async () => {
      running += 1;
      most = Math.max(most, running);
      await until(() => most === 12, 15_000);
      running -= 1;
    });
    await queues.whenReady();
    await database.inTransaction(async (within) => {
      for (let count = 0; count < 12; count += 1) {
        await queues.enqueue('async.run', { job_id: randomUUID() }, { within });
      }
    });
    queues.wake('async.run');
    await until(() => most === 12, 8_000);
  }, 30_000);

  it('are begun again when their handler fails, and know how often they were', async () => {
    const queues = start();
    const taken = takeAll(queues, async ({ begunBefore }) => {
      if (begunBefore === 0) throw new Error('not now');
    });
    await queues.enqueue('async.run', { job_id: randomUUID() });
    await until(() => taken.length === 2, 15_000);
    expect(taken.map(({ begunBefore }) => begunBefore)).toEqual([0, 1]);
  }, 30_000);

  it('go to another worker when their own gives no sign of life, which is then notified that it lost them', async () => {
    const queues = start();
    let isLost = false;
    const taken = takeAll(queues, async ({ begunBefore, signal }) => {
      if (begunBefore > 0) return;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      isLost = true;
    });
    await queues.enqueue('async.run', { job_id: randomUUID() });
    await until(() => taken.length === 1, 10_000);
    await database.sql.executeSql("UPDATE multilane_jobs.job SET heartbeat_on = now() - interval '1 hour'");
    await until(() => taken.length === 2, 15_000);
    expect(taken.map(({ begunBefore }) => begunBefore)).toEqual([0, 1]);
    await until(() => isLost, 15_000);
  }, 45_000);

  it('leave no row behind when they are done', async () => {
    const queues = start();
    const taken = takeAll(queues);
    await queues.enqueue('async.run', { job_id: randomUUID() });
    await until(() => taken.length === 1, 10_000);
    await until(async () => {
      await database.sql.executeSql(
        "UPDATE multilane_jobs.job SET completed_on = now() - interval '1 hour' WHERE state = 'completed'",
      );
      await database.sql.executeSql('UPDATE multilane_jobs.queue SET maintain_on = NULL');
      return (await countJobs()) === 0;
    }, 15_000);
  }, 30_000);

  it('hold what their kind says and nothing else', async () => {
    const queues = start();
    await expect(queues.enqueue('async.run', { job_id: 'no id' })).rejects.toThrow('job_id');
    const more = { job_id: randomUUID(), prompt: 'secret' };
    await expect(queues.enqueue('async.run', more)).rejects.toThrow('prompt');
  });

  it('have a schema of their own, whose installation a second time changes nothing', async () => {
    const asked: string[] = [];
    await installQueues({
      executeSql: (text, values) => {
        asked.push(text);
        return database.sql.executeSql(text, values);
      },
    });
    expect(asked).toHaveLength(1);
    const { rows } = await database.sql.executeSql(
      "SELECT count(*)::int AS tables FROM information_schema.tables WHERE table_schema = 'multilane_jobs'",
    );
    expect(rows[0].tables).toBeGreaterThan(3);
  });

  describe('jobs that somebody waits for', () => {
    const data = { organization_id: randomUUID(), provider_id: randomUUID(), check: 'connection' } as const;
    const limits = { takenWithinMs: 1_500, answeredWithinMs: 20_000 };

    it('bring their result to a process that only sends', async () => {
      const sender = openJobQueues({
        database: { executeSql: database.sql.executeSql, listenUrl },
        isSender: true,
        onProblem: (error) => problems.push(error.message),
      });
      open.push(sender);
      const worker = start();
      worker.work('provider.check', { concurrency: 1 }, async () => ({ outcome: 'answered' as const, latency_ms: 5 }));
      await worker.whenReady();
      const answer = await sender.ask('provider.check', data, { ...limits, takenWithinMs: 20_000 });
      expect(answer).toEqual({ state: 'answered', result: { outcome: 'answered', latency_ms: 5 } });
    });

    it('are cancelled where nobody takes them', async () => {
      expect(await start().ask('provider.check', data, limits)).toEqual({ state: 'not_taken' });
      const { rows } = await database.sql.executeSql('SELECT state::text FROM multilane_jobs.job');
      expect(rows).toEqual([{ state: 'cancelled' }]);
    });

    it('fail once, where their handler does', async () => {
      const queues = start();
      let begun = 0;
      queues.work('provider.check', { concurrency: 1 }, () => {
        begun += 1;
        return Promise.reject(new Error('broken'));
      });
      expect(await queues.ask('provider.check', data, { ...limits, takenWithinMs: 20_000 })).toEqual({
        state: 'failed',
      });
      expect(begun).toBe(1);
    });
  });
});

describe('a database that is away', () => {
  it('fails what is enqueued, and neither the start nor the process', async () => {
    const gone = await openDatabase({ url: 'postgres://nobody@127.0.0.1:9/none' });
    const heard: string[] = [];
    const queues = openJobQueues({
      database: { executeSql: gone.sql.executeSql, listenUrl: undefined },
      onProblem: (error) => heard.push(error.message),
    });
    queues.work('async.run', { concurrency: 1, onPoisoned }, async () => undefined);
    await expect(queues.enqueue('async.run', { job_id: randomUUID() })).rejects.toThrow('not available');
    expect(heard.length).toBeGreaterThan(0);
    await queues.close();
    await gone.close();
  });
});
