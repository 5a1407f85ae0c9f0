import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@multilane/persistence';
import { databasesInTurn } from '@multilane/testing';
import fc from 'fast-check';
import { MOST_LOSSES } from './lost-jobs.js';
import type { SqlAccess } from './sql-access.js';
import { Suspects } from './suspects.js';

const KIND = 'async.run';
const PROCESSES = 3;
const LIMIT_MS = 240_000;
/** More rounds than jobs of a test need until all of them have ended. */
const MOST_ROUNDS = 100;

/** A process that takes jobs. It hears nothing more of the database when it is dead. */
interface Process {
  readonly suspects: Suspects;
  isDead: boolean;
  /** A job that ends it runs in it. */
  isDoomed: boolean;
}

/** A job in the hands of a process. */
interface Claim {
  readonly id: string;
  readonly process: Process;
  readonly subject: string;
  finish?: () => void;
}

/** The queue and the processes, one step at a time. Some subjects end each process that works on them, until they are given up. */
class World {
  readonly poisoned: string[] = [];
  readonly problems: Error[] = [];
  readonly done = new Map<string, number>();
  readonly put = new Map<string, number>();
  deaths = 0;
  private readonly subjects = Array.from({ length: 3 }, () => randomUUID());
  private readonly killers: readonly string[];
  private claims: Claim[] = [];
  private lost: Claim[] = [];
  private processes: Process[] = [];
  private statements = 0;

  constructor(
    private readonly sql: SqlAccess,
    killers: number,
  ) {
    this.killers = Array.from({ length: killers }, () => randomUUID());
    for (let at = 0; at < PROCESSES; at += 1) this.processes.push(this.startProcess());
  }

  get innocents(): readonly string[] {
    return this.subjects;
  }

  async begin(at: number): Promise<void> {
    await this.putIn(this.killerAt(at));
  }

  /** Puts in a job about an innocent subject. */
  async putInnocent(at: number): Promise<void> {
    await this.putIn(this.subjects[at % this.subjects.length] ?? '');
  }

  /**
   * Puts in another job about the one that was in a process that died, as the service does that looks after lost work.
   */
  async putKiller(at: number): Promise<void> {
    const killer = this.killerAt(at);
    const { rows } = await this.sql.executeSql('SELECT 1 FROM multilane_jobs.lost_jobs WHERE subject = $1', [
      dataOf(killer),
    ]);
    if (rows.length > 0) await this.putIn(killer);
  }

  async take(at: number): Promise<void> {
    const process = this.processes[at % PROCESSES];
    if (process === undefined) return;
    const { rows } = await this.sql.executeSql(
      `UPDATE multilane_jobs.job SET state = 'active', started_on = now(),
              retry_count = CASE WHEN started_on IS NULL THEN retry_count ELSE retry_count + 1 END
        WHERE name = '${KIND}' AND id = (SELECT id FROM multilane_jobs.job WHERE name = '${KIND}' AND state < 'active'
          ORDER BY start_after, id LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id, data ->> 'job_id' AS subject, retry_count AS "begunBefore"`,
    );
    for (const row of rows as { readonly id: string; readonly subject: string; readonly begunBefore: number }[]) {
      this.run(process, row);
    }
  }

  /** Two processes or more look for a job at once. */
  async takeAll(): Promise<void> {
    await Promise.all(this.processes.map((_, at) => this.take(at)));
  }

  finish(at: number): void {
    const running = this.claims.filter(({ finish }) => finish !== undefined);
    running[at % running.length]?.finish?.();
  }

  die(at: number): void {
    const process = this.processes[at % PROCESSES];
    if (!process?.isDoomed) return;
    process.isDead = true;
    this.deaths += 1;
    this.lost.push(...this.claims.filter((claim) => claim.process === process));
    this.claims = this.claims.filter((claim) => claim.process !== process);
    this.processes = this.processes.map((each) => (each === process ? this.startProcess() : each));
  }

  /** A job's heartbeats are missed. */
  async miss(at: number): Promise<void> {
    const [claim] = this.lost.splice(at % Math.max(1, this.lost.length), 1);
    if (claim === undefined) return;
    await this.sql.executeSql(
      `UPDATE multilane_jobs.job SET state = 'retry', output = '{"value":{"message":"job heartbeat timeout"}}'
        WHERE name = '${KIND}' AND id = $1 AND state = 'active'`,
      [claim.id],
    );
  }

  /** Waits until nothing happens by itself any more. */
  async rest(): Promise<void> {
    for (let quiet = 0; quiet < 3; ) {
      await nextTurn();
      quiet = this.statements === 0 ? quiet + 1 : 0;
    }
  }

  /** Everything goes on, until no job is left. */
  async end(): Promise<void> {
    for (let round = 0; (await this.countLeft()) > 0; round += 1) {
      if (round === MOST_ROUNDS) throw new Error('Some jobs never end.');
      for (let at = 0; at < PROCESSES; at += 1) this.die(at);
      while (this.lost.length > 0) await this.miss(0);
      await this.takeAll();
      await this.rest();
      for (const { finish } of [...this.claims]) finish?.();
      await this.rest();
    }
  }

  private killerAt(at: number): string {
    return this.killers[at % this.killers.length] ?? '';
  }

  private async putIn(subject: string): Promise<void> {
    this.put.set(subject, (this.put.get(subject) ?? 0) + 1);
    await this.sql.executeSql(
      `INSERT INTO multilane_jobs.job (name, data, retry_limit) VALUES ('${KIND}', $1::jsonb, 20)`,
      [dataOf(subject)],
    );
  }

  private async countLeft(): Promise<number> {
    const { rows } = await this.sql.executeSql(
      "SELECT count(*)::int AS number FROM multilane_jobs.job WHERE state < 'completed'",
    );
    return (rows as { readonly number: number }[])[0]?.number ?? 0;
  }

  private startProcess(): Process {
    const silence = new Promise<never>(() => undefined);
    const executeSql: SqlAccess['executeSql'] = async (text, values) => {
      if (process.isDead) return silence;
      this.statements += 1;
      const result = await this.sql.executeSql(text, values).finally(() => {
        this.statements -= 1;
      });
      return process.isDead ? silence : result;
    };
    const process: Process = {
      suspects: new Suspects({
        sql: { executeSql },
        onProblem: (error) => this.problems.push(error),
        onPutBack: () => undefined,
      }),
      isDead: false,
      isDoomed: false,
    };
    return process;
  }

  private run(
    process: Process,
    { begunBefore, id, subject }: { readonly id: string; readonly subject: string; readonly begunBefore: number },
  ): void {
    const claim: Claim = { id, process, subject };
    this.claims.push(claim);
    const settled = process.suspects.run({
      id,
      kind: KIND,
      subject: dataOf(subject),
      begunBefore,
      signal: new AbortController().signal,
      readProgress: async () => '',
      poison: async () => void this.poisoned.push(subject),
      handle: () => this.handle(claim),
    });
    const settle = async (): Promise<void> => {
      this.claims = this.claims.filter((each) => each !== claim);
      this.statements += 1;
      await this.sql.executeSql(
        `UPDATE multilane_jobs.job SET state = 'completed' WHERE name = '${KIND}' AND id = $1 AND state = 'active'
           AND retry_count = $2`,
        [id, begunBefore],
      );
      this.statements -= 1;
    };
    void settled.then(() => (process.isDead ? undefined : settle())).catch((error: Error) => this.problems.push(error));
  }

  private async handle(claim: Claim): Promise<void> {
    const { process, subject } = claim;
    if (this.killers.includes(subject) && !this.poisoned.includes(subject)) {
      process.isDoomed = true;
      await new Promise<never>(() => undefined);
    }
    await new Promise<void>((resolve) => {
      claim.finish = resolve;
    });
    this.done.set(subject, (this.done.get(subject) ?? 0) + 1);
  }
}

const dataOf = (subject: string): string => JSON.stringify({ job_id: subject });

type Step = (world: World) => Promise<void> | void;

const at = fc.nat({ max: 11 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: at.map(
      (n): Step =>
        (world) =>
          world.putInnocent(n),
    ),
  },
  {
    weight: 1,
    arbitrary: at.map(
      (n): Step =>
        (world) =>
          world.putKiller(n),
    ),
  },
  {
    weight: 5,
    arbitrary: at.map(
      (n): Step =>
        (world) =>
          world.take(n),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>((world) => world.takeAll()) },
  {
    weight: 2,
    arbitrary: at.map(
      (n): Step =>
        (world) =>
          world.finish(n),
    ),
  },
  {
    weight: 3,
    arbitrary: at.map(
      (n): Step =>
        (world) =>
          world.die(n),
    ),
  },
  {
    weight: 3,
    arbitrary: at.map(
      (n): Step =>
        (world) =>
          world.miss(n),
    ),
  },
);

describe.each(databasesInTurn(import.meta.filename))('suspects, on $name', (kind) => {
  let database: Database;

  beforeAll(async () => {
    database = await openDatabase(await kind.create());
    await database.migrate();
  }, LIMIT_MS);
  afterAll(async () => {
    await database?.close();
    await kind.stop();
  }, LIMIT_MS);

  const startWorld = async (killers: number): Promise<World> => {
    await database.sql.executeSql('DELETE FROM multilane_jobs.job');
    await database.sql.executeSql('DELETE FROM multilane_jobs.lost_jobs');
    return new World(database.sql, killers);
  };

  it(
    'are not blamed for the end of a process in which another job, begun beside them, was to blame',
    async () => {
      const world = await startWorld(2);
      const steps: readonly Step[] = [
        () => world.begin(0),
        () => world.take(0),
        () => world.putInnocent(0),
        () => world.take(0),
        () => world.die(0),
        // The innocent one is begun again first, alone among the suspects.
        () => world.miss(1),
        () => world.take(1),
        () => world.begin(1),
        () => world.take(1),
        () => world.die(1),
        () => world.miss(1),
        () => world.takeAll(),
      ];
      for (const each of steps) {
        await each(world);
        await world.rest();
      }
      expect(world.deaths).toBe(2);
      expect(world.poisoned).toEqual([]);
      await world.end();
      expect(world.problems).toEqual([]);
      const [innocent = ''] = world.innocents;
      expect(world.done.get(innocent)).toBe(1);
      expect(world.poisoned).toHaveLength(2);
      expect(world.poisoned).not.toContain(innocent);
      expect(world.deaths).toBe(4);
    },
    LIMIT_MS,
  );

  it(
    'are stored with the jobs that run beside them, and not with those that have ended',
    async () => {
      const world = await startWorld(1);
      const steps: readonly Step[] = [
        () => world.begin(0),
        () => world.take(0),
        () => world.putInnocent(0),
        () => world.take(0),
        () => world.die(0),
        // The innocent one is begun again alone, and others pass by.
        () => world.miss(1),
        () => world.take(1),
        ...[1, 2, 1, 2].flatMap((other): Step[] => [
          () => world.putInnocent(other),
          () => world.take(1),
          () => world.finish(1),
        ]),
        () => world.putInnocent(1),
        () => world.putInnocent(2),
        () => world.take(1),
        () => world.take(1),
      ];
      for (const each of steps) {
        await each(world);
        await world.rest();
      }
      const { rows } = await database.sql.executeSql('SELECT beside FROM multilane_jobs.lost_jobs WHERE is_begun');
      const { rows: running } = await database.sql.executeSql(
        "SELECT id FROM multilane_jobs.job WHERE state = 'active' AND data ->> 'job_id' = ANY($1)",
        [world.innocents.slice(1)],
      );
      expect(rows).toEqual([{ beside: expect.arrayContaining(running.map((row) => expect.objectContaining(row))) }]);
      expect((rows as { readonly beside: unknown[] }[])[0]?.beside).toHaveLength(2);
      await world.end();
      expect(world.problems).toEqual([]);
      expect(world.poisoned).toHaveLength(1);
    },
    LIMIT_MS,
  );

  it.each([1, 2])(
    'are told apart in whatever order processes take jobs and die, with %i to blame: the innocent end as often as they were put in',
    async (killers) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
          const world = await startWorld(killers);
          for (let killer = 0; killer < killers; killer += 1) await world.begin(killer);
          for (const each of steps) {
            await each(world);
            await world.rest();
            expect(world.problems).toEqual([]);
          }
          await world.end();
          expect(world.problems).toEqual([]);
          expect(world.deaths).toBeGreaterThanOrEqual(killers === 1 ? MOST_LOSSES : MOST_LOSSES + 1);
          expect(world.deaths).toBeLessThanOrEqual(MOST_LOSSES * killers);
          expect(world.poisoned).toHaveLength(killers);
          for (const subject of world.innocents) {
            expect(world.poisoned).not.toContain(subject);
            expect(world.done.get(subject) ?? 0).toBe(world.put.get(subject) ?? 0);
          }
          // Two that are given up at once may each leave it to the other: the next work about the same removes what is known.
          const { rows } = await database.sql.executeSql(
            'SELECT subject FROM multilane_jobs.lost_jobs WHERE losses < $1',
            [MOST_LOSSES],
          );
          expect(rows).toEqual([]);
        }),
        { numRuns: 15 },
      );
    },
    LIMIT_MS,
  );
});
