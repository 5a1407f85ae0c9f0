import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@multilane/persistence';
import { databasesInTurn, waitUntil } from '@multilane/testing';
import { Suspects } from './suspects.js';

const LIMIT_MS = 60_000;
const KIND = 'async.run';

/** A job in the hands of a process. */
interface Claim {
  readonly begun: string[];
  readonly poisoned: string[];
  /** The handler resolves. */
  end(): void;
  /** The process hears that the job is its own no more. */
  lapse(): void;
  readonly settled: Promise<unknown>;
}

describe.each(databasesInTurn(import.meta.filename))('a suspect that a living process lost, on $name', (kind) => {
  let database: Database;

  beforeAll(async () => {
    database = await openDatabase(await kind.create());
    await database.migrate();
  }, LIMIT_MS);
  afterEach(async () => {
    await database.sql.executeSql('DELETE FROM multilane_jobs.job');
    await database.sql.executeSql('DELETE FROM multilane_jobs.lost_jobs');
  });
  afterAll(async () => {
    await database?.close();
    await kind.stop();
  }, LIMIT_MS);

  const startProcess = (): Suspects =>
    new Suspects({ sql: database.sql, onProblem: () => undefined, onPutBack: () => undefined });
  const put = async (): Promise<string> => {
    const id = randomUUID();
    await database.sql.executeSql(
      `INSERT INTO multilane_jobs.job (name, id, data, retry_limit) VALUES ('${KIND}', $1, $2::jsonb, 20)`,
      [id, dataOf(id)],
    );
    return id;
  };
  /** A process takes a job whose heartbeats were missed in another one. */
  const take = async (process: Suspects, id: string): Promise<Claim> => {
    const { rows } = await database.sql.executeSql(
      `UPDATE multilane_jobs.job SET state = 'active', started_on = now(), retry_count = retry_count + 1,
              output = '{"value":{"message":"job heartbeat timeout"}}'
        WHERE name = '${KIND}' AND id = $1 RETURNING retry_count AS attempt`,
      [id],
    );
    const [begun, poisoned]: [string[], string[]] = [[], []];
    const signal = new AbortController();
    let end: () => void = () => undefined;
    const work = new Promise<void>((resolve) => {
      end = resolve;
    });
    const settled = process.run({
      id,
      kind: KIND,
      subject: dataOf(id),
      begunBefore: (rows as { readonly attempt: number }[])[0]?.attempt ?? 0,
      signal: signal.signal,
      readProgress: async () => '',
      poison: async () => void poisoned.push(id),
      handle: async () => {
        begun.push(id);
        await work;
      },
    });
    settled.catch(() => undefined);
    return { begun, poisoned, end, lapse: () => signal.abort(new Error('the job is another one’s')), settled };
  };
  const until = (what: string, holds: () => boolean | Promise<boolean>): Promise<true> =>
    waitUntil(what, async () => ((await holds()) ? true : undefined), LIMIT_MS);
  const isKnown = async (id: string): Promise<boolean> => {
    const { rows } = await database.sql.executeSql('SELECT 1 FROM multilane_jobs.lost_jobs WHERE subject = $1', [
      dataOf(id),
    ]);
    return rows.length > 0;
  };

  /** One process waits for its turn with a job that another one has begun since. */
  const loseWhileWaiting = async () => {
    const [first, second] = [startProcess(), startProcess()];
    const [before, id] = [await put(), await put()];
    const earlier = await take(first, before);
    await until('the suspect before it', () => earlier.begun.length === 1);
    const lapsed = await take(first, id);
    await until('what is known of the job', () => isKnown(id));
    const now = await take(second, id);
    await until('the beginning elsewhere', () => now.begun.length === 1);
    return { earlier, id, lapsed, now };
  };

  it(
    'is still the one that ends the next process, whatever the first one does when it hears of it',
    async () => {
      const { earlier, id, lapsed } = await loseWhileWaiting();
      lapsed.lapse();
      earlier.end();
      await expect(lapsed.settled).rejects.toThrow('another one’s');
      // The second process ends.
      const next = await take(startProcess(), id);
      await next.settled;
      expect([next.begun, next.poisoned]).toEqual([[], [id]]);
    },
    LIMIT_MS,
  );

  it(
    'is neither begun nor given up by the first one, which has not heard of it',
    async () => {
      const { earlier, lapsed, now } = await loseWhileWaiting();
      earlier.end();
      await lapsed.settled;
      expect([lapsed.begun, lapsed.poisoned]).toEqual([[], []]);
      now.end();
      await now.settled;
      expect(now.poisoned).toEqual([]);
    },
    LIMIT_MS,
  );
});

const dataOf = (id: string): string => JSON.stringify({ job_id: id });
