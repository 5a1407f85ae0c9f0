import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@multilane/persistence';
import { databasesInTurn, takeTurns, waitUntil } from '@multilane/testing';
import { type JobQueues, openJobQueues } from './job-queues.js';

const LIMIT_MS = 240_000;

/** A job that ends each process that works on it, and one that happens to be in the same process. */
interface Process {
  readonly begun: string[];
  readonly poisoned: string[];
  readonly queues: JobQueues;
}

describe.each(databasesInTurn(import.meta.filename))('jobs whose process dies, on $name', (kind) => {
  // On the embedded database the file runs in turn already: a test with a turn of its own would be in no part.
  const itInTurn = kind.name === 'embedded' ? it : takeTurns(it);
  let database: Database;
  let listenUrl: string | undefined;
  const open: JobQueues[] = [];
  const ends = new Set<() => void>();

  /** @param hangs jobs that never end here: the process dies with them */
  const start = (hangs: (id: string) => boolean, readProgress?: (id: string) => string, concurrency = 5): Process => {
    const queues = openJobQueues({
      database: { executeSql: database.sql.executeSql, listenUrl },
      onProblem: () => undefined,
      superviseSeconds: 1,
    });
    open.push(queues);
    const found: Process = { begun: [], poisoned: [], queues };
    const rules = {
      concurrency,
      onPoisoned: async ({ job_id: id }: { readonly job_id: string }) => void found.poisoned.push(id),
      readProgress: async ({ job_id: id }: { readonly job_id: string }) => readProgress?.(id) ?? '',
    };
    queues.work('async.run', rules, async ({ data: { job_id: id } }) => {
      found.begun.push(id);
      if (hangs(id)) await new Promise<void>((resolve) => ends.add(resolve));
    });
    return found;
  };
  /** The process takes no job any more and says nothing, as if it had been killed. */
  const die = async ({ queues }: Process): Promise<void> => {
    await queues.stopWork();
    await database.sql.executeSql(
      "UPDATE multilane_jobs.job SET heartbeat_on = now() - interval '1 hour' WHERE state = 'active'",
    );
    // The next process finds them at once: this one would hear that it lost them, which a dead one does not.
    await waitUntil(
      'jobs that are due again',
      async () => {
        const { rows } = await database.sql.executeSql(
          "SELECT 1 FROM multilane_jobs.job WHERE state < 'completed' AND NOT (state = 'retry' AND start_after <= now())",
        );
        return rows.length === 0 ? true : undefined;
      },
      60_000,
    );
  };
  const count = async (condition: string): Promise<number> => {
    const { rows } = await database.sql.executeSql(
      `SELECT count(*)::int AS number FROM multilane_jobs.job WHERE ${condition}`,
    );
    return (rows as { readonly number: number }[])[0]?.number ?? 0;
  };
  const isPutBack = async (id: string): Promise<boolean> => (await count(`id = '${id}' AND state = 'retry'`)) === 1;
  const until = (what: string, holds: () => boolean | Promise<boolean>): Promise<true> =>
    waitUntil(what, async () => ((await holds()) ? true : undefined), 100_000);

  beforeAll(async () => {
    const place = await kind.create();
    listenUrl = 'url' in place ? place.url : undefined;
    database = await openDatabase(place);
    await database.migrate();
  }, LIMIT_MS);

  afterEach(async () => {
    for (const end of ends) end();
    ends.clear();
    for (const queues of open.splice(0)) {
      await queues.stopWork();
      await queues.close();
    }
    await database.sql.executeSql('DELETE FROM multilane_jobs.job');
    await database.sql.executeSql('DELETE FROM multilane_jobs.lost_jobs');
  });

  afterAll(async () => {
    await database?.close();
    await kind.stop();
  }, LIMIT_MS);

  it(
    'are given up where the second process ends too, and those beside them go on',
    async () => {
      const [poison, bystander] = [randomUUID(), randomUUID()];
      const first = start(() => true);
      for (const job_id of [poison, bystander]) await first.queues.enqueue('async.run', { job_id });
      await until('both jobs', () => first.begun.length === 2);
      await die(first);
      const second = start((id) => id === poison);
      await until('the second beginning', () => second.begun.includes(poison));
      await die(second);
      const third = start(() => false);
      await until('the end of the poisoned job', () => third.poisoned.length > 0);
      await until('the other job', () => [...second.begun, ...third.begun].includes(bystander));
      expect(third.poisoned).toEqual([poison]);
      expect(third.begun).not.toContain(poison);
      expect([...first.poisoned, ...second.poisoned]).toEqual([]);
    },
    LIMIT_MS,
  );

  itInTurn(
    'are not begun by another job about the same, which what looks after lost work puts in',
    async () => {
      const poison = randomUUID();
      const first = start(() => true);
      await first.queues.enqueue('async.run', { job_id: poison });
      await until('the first beginning', () => first.begun.length === 1);
      await die(first);
      const second = start(() => true);
      await until('the second beginning', () => second.begun.length === 1);
      const id = await second.queues.enqueue('async.run', { job_id: poison });
      await until('the other job to be put back', () => isPutBack(id));
      expect(second.begun).toEqual([poison]);
      await die(second);
      const third = start(() => true);
      await until('the end of the poisoned job', () => third.poisoned.length > 0);
      await until('the end of both jobs', async () => (await count("state = 'completed'")) === 2);
      expect([third.poisoned, third.begun]).toEqual([[poison], []]);
    },
    LIMIT_MS,
  );

  itInTurn(
    'keep work about the same waiting that is put in meanwhile, and it is done when they have ended',
    async () => {
      const suspect = randomUUID();
      const first = start(() => true);
      await first.queues.enqueue('async.run', { job_id: suspect });
      await until('the first beginning', () => first.begun.length === 1);
      await die(first);
      ends.clear();
      let hasHung = false;
      const second = start(() => {
        const hangs = !hasHung;
        hasHung = true;
        return hangs;
      });
      await until('the second beginning', () => second.begun.length === 1);
      const id = await second.queues.enqueue('async.run', { job_id: suspect });
      await until('the new job to be put back', () => isPutBack(id));
      expect(second.begun).toEqual([suspect]);
      for (const end of ends) end();
      await until('the end of both jobs', async () => (await count("state = 'completed'")) === 2);
      expect([second.begun, second.poisoned]).toEqual([[suspect, suspect], []]);
    },
    LIMIT_MS,
  );

  itInTurn(
    'are not blamed for a job about the same that runs alone in another process',
    async () => {
      const suspect = randomUUID();
      const first = start(() => true);
      for (let job = 0; job < 2; job += 1) await first.queues.enqueue('async.run', { job_id: suspect });
      await until('both jobs', () => first.begun.length === 2);
      await die(first);
      ends.clear();
      let hasHung = false;
      // Either process may take the other job when the first has ended.
      const second = start(
        () => {
          const hangs = !hasHung;
          hasHung = true;
          return hangs;
        },
        undefined,
        1,
      );
      await until('the second beginning', () => second.begun.length === 1);
      const third = start(() => false);
      await until(
        'a look of the third process',
        async () => (await count("state = 'retry' AND retry_count > 0")) === 1,
      );
      expect([second.poisoned, third.poisoned, third.begun]).toEqual([[], [], []]);
      for (const end of ends) end();
      await until('the end of both jobs', async () => (await count("state = 'completed'")) === 2);
      expect([...second.begun, ...third.begun]).toEqual([suspect, suspect]);
      expect([...second.poisoned, ...third.poisoned]).toEqual([]);
    },
    LIMIT_MS,
  );

  itInTurn(
    'are given up together where two are about the same, and what is put in afterwards is done',
    async () => {
      const poison = randomUUID();
      const first = start(() => true);
      for (let job = 0; job < 2; job += 1) await first.queues.enqueue('async.run', { job_id: poison });
      await until('both jobs', () => first.begun.length === 2);
      await die(first);
      const second = start(() => true);
      await until('the second beginning', () => second.begun.length === 1);
      await die(second);
      const third = start(() => false);
      await until('the end of both jobs', async () => (await count("state = 'completed'")) === 2);
      expect([third.poisoned, third.begun]).toEqual([[poison], []]);
      await third.queues.enqueue('async.run', { job_id: poison });
      await until('the job that was put in later', () => third.begun.length === 1);
      expect(third.poisoned).toEqual([poison]);
    },
    LIMIT_MS,
  );

  itInTurn(
    'go on, however often their processes end, as long as they get on in between',
    async () => {
      const job = randomUUID();
      let done = 0;
      const first = start(
        () => true,
        () => String(done),
      );
      await first.queues.enqueue('async.run', { job_id: job });
      let last = first;
      for (let time = 0; time < 3; time += 1) {
        const now = last;
        await until('a beginning', () => now.begun.length > 0);
        done += 1;
        await die(now);
        last = start(
          () => time < 2,
          () => String(done),
        );
      }
      await until('the last beginning', () => last.begun.length > 0);
      expect(last.poisoned).toEqual([]);
    },
    LIMIT_MS,
  );

  itInTurn(
    'that fail in order are never poisoned',
    async () => {
      const job = randomUUID();
      let times = 0;
      const { poisoned, queues } = start(() => {
        times += 1;
        if (times < 3) throw new Error('the database is away');
        return false;
      });
      await queues.enqueue('async.run', { job_id: job });
      await until('three beginnings', () => times >= 3);
      expect(poisoned).toEqual([]);
    },
    LIMIT_MS,
  );
});
