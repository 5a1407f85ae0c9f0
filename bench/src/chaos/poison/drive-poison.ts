import { setTimeout as sleep } from 'node:timers/promises';
import { JOB_KINDS } from '@multilane/jobs';
import { openDatabase, SecretBox } from '@multilane/persistence';
import { openSender } from '../../open-sender.js';
import { type ChaosWorld, ENCRYPTION_KEY } from '../chaos-world.js';
import { startJobs } from '../drive-jobs.js';
import { type Finding, listCounts, type OwnCallers } from '../finding.js';
import { findProcess } from '../workflows/find-process.js';
import { prepareQuestions, type Question } from './ask-questions.js';
import { startHeldChanges } from './held-changes.js';
import { type PoisonedJob, plantJobs } from './plant-jobs.js';
import { makePlace, type PoisonPlace } from './poison-place.js';
import { type Held, startTrap } from './trap.js';

const LOOK_MS = 100;
const POLL_MS = 2_000;
/** Time until a process has taken the questions, in milliseconds. */
const HELD_MS = 2_000;
/** A dead worker is missed after half a minute, and suspects are begun one after the other. */
const END_LIMIT_MS = 900_000;
/** Nothing poisoned is begun again within this time, in milliseconds: a queue that lost a job looks every 15 s. */
const QUIET_MS = 20_000;
/** A job that ended its process so often is given up. All of them together end so many processes for each. */
const MOST_ENDS = 2;
/** Kinds whose jobs are given up by the change that is held. */
const GIVEN_UP_BY_THE_CHANGE: ReadonlySet<string> = new Set(['workflow.run']);
/** Answers to callers that wait for a job whose process ended. */
const TOLD: ReadonlySet<string> = new Set(['503', '504', 'failed']);
const INNOCENT = { callers: 1, pauseMs: 250 };

/** Jobs of every kind that end each process which works on them, and innocent ones beside them. */
export async function startPoison(world: ChaosWorld): Promise<OwnCallers> {
  const { databaseUrl } = world;
  const database = await openDatabase({ url: databaseUrl, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
  const queues = await openSender(database, databaseUrl);
  const trap = await startTrap();
  const changes = await startHeldChanges(databaseUrl, world.postgresLink);
  const place = await makePlace(world, { trap, changes, database, queues });
  const innocent = startJobs(world, INNOCENT);
  // Nobody is killed before all are there: what plants them would have to be asked again.
  const ask = await prepareQuestions(place);
  const jobs = await plantJobs(place);
  const questions = ask();
  await sleep(HELD_MS);
  const killer = startKiller(world, place);
  return {
    stop: async () => {
      const poisoned = await readEnds(jobs);
      const told = await Promise.all(questions.map(({ told: said }) => said));
      await sleep(QUIET_MS);
      await killer.stop();
      const finding = await readFinding({ world, place, poisoned, questions, told, ends: killer.ends });
      const others = await innocent.stop();
      await queues.close();
      await changes.close();
      await database.close();
      trap.close();
      return {
        text: `${finding.text}; beside them, ${others.text}`,
        breaches: [...finding.breaches, ...others.breaches],
      };
    },
  };
}

interface Killer {
  /** Number of processes that ended with a job of each kind in progress. */
  readonly ends: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Kills each process that holds a poisoned job, as such a job would. One at least is left, for the other callers. */
function startKiller(world: ChaosWorld, { changes, trap }: PoisonPlace): Killer {
  const ends = new Map<string, number>();
  const away = new Map<number, Promise<void>>();
  let isStopping = false;
  const killNext = async (): Promise<void> => {
    const held = [...trap.held(), ...(await changes.held())];
    const processes = world.gatewayProcesses();
    const at = ({ port }: Held): number => processes.indexOf(findProcess(processes, port) ?? -1);
    const worker = held.map(at).find((index) => index >= 0 && !away.has(index));
    if (worker === undefined || away.size >= processes.length - 1) return;
    const kinds = new Set(held.filter((each) => at(each) === worker).map(({ kind }) => kind));
    const restart = world.killGateway(worker).then(() => world.resumeGateway(worker));
    away.set(worker, restart);
    restart.then(
      () => away.delete(worker),
      () => undefined,
    );
    for (const kind of kinds) {
      const count = (ends.get(kind) ?? 0) + 1;
      ends.set(kind, count);
      process.stderr.write(`a process ended with ${kind} in its hands: ${count}\n`);
      if (count === MOST_ENDS && GIVEN_UP_BY_THE_CHANGE.has(kind)) await changes.release(kind);
    }
  };
  const running = (async () => {
    while (!isStopping) {
      await killNext();
      await sleep(LOOK_MS);
    }
    await Promise.all(away.values());
  })();
  // Told when it is waited for.
  running.catch(() => undefined);
  return {
    ends,
    stop: async () => {
      isStopping = true;
      await running;
    },
  };
}

/** Reads the ends of the jobs, by kind. Requests that the services do not answer now are repeated. */
async function readEnds(jobs: readonly PoisonedJob[]): Promise<ReadonlyMap<string, string>> {
  const ended = new Map<string, string>();
  const deadline = performance.now() + END_LIMIT_MS;
  while (ended.size < jobs.length && performance.now() < deadline) {
    for (const { kind, readEnd } of jobs) {
      const end = ended.has(kind) ? undefined : await readEnd().catch(() => undefined);
      if (end === undefined) continue;
      ended.set(kind, end);
      process.stderr.write(`${kind} ended: ${end}\n`);
    }
    await sleep(POLL_MS);
  }
  return new Map(jobs.map(({ kind }) => [kind, ended.get(kind) ?? 'did not end']));
}

interface Counted {
  readonly world: ChaosWorld;
  readonly place: PoisonPlace;
  readonly poisoned: ReadonlyMap<string, string>;
  readonly questions: readonly Question[];
  readonly told: readonly string[];
  readonly ends: ReadonlyMap<string, number>;
}

async function readFinding({ ends, place, poisoned, questions, told, world }: Counted): Promise<Finding> {
  const { charged, twice } = await readCharges(place);
  const kinds = new Set([...poisoned.keys(), ...questions.map(({ kind }) => kind)]);
  const isDead = async (url: string): Promise<boolean> =>
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ));
  const dead = await Promise.all(world.gatewayUrls.map(isDead));
  const mostKills = MOST_ENDS * poisoned.size + questions.length;
  const breaches = [
    ...[...poisoned].flatMap(([kind, end]) => [
      ...(end === 'poisoned' ? [] : [`${kind} ended otherwise: ${end}`]),
      // It may have been begun beside another one that was to blame.
      ...findOtherEnds(ends, kind, Number.POSITIVE_INFINITY),
    ]),
    ...(world.kills.length > mostKills ? [`${world.kills.length} processes ended, and not ${mostKills} at most`] : []),
    ...questions.flatMap(({ kind }, at) => [
      ...(TOLD.has(told[at] ?? '') ? [] : [`${kind}: whoever asked was told ${told[at]}`]),
      ...findOtherEnds(ends, kind, 1),
    ]),
    ...Object.keys(JOB_KINDS)
      .filter((kind) => !kinds.has(kind))
      .map((kind) => `nothing of the kind ${kind} was planted`),
    ...(charged > 0 ? [`${charged} calls charged that had no answer`] : []),
    ...(twice > 0 ? [`${twice} records of poisoned jobs stored twice`] : []),
    ...world.gatewayUrls.filter((_, at) => dead[at]).map((url) => `${url} does not live after that`),
  ];
  const again = questions.filter(({ kind }) => (ends.get(kind) ?? 0) > 1).length;
  return {
    text:
      `of ${poisoned.size} poisoned jobs, one of each kind: ${countEach([...poisoned.values()])}, after ${world.kills.length} kills in all; of ${questions.length} that somebody waits for: ` +
      `told ${countEach(told)}, begun again ${again}; charged without an answer ${charged}, recorded twice ${twice}`,
    breaches,
  };
}

function findOtherEnds(ends: ReadonlyMap<string, number>, kind: string, most: number): string[] {
  const count = ends.get(kind) ?? 0;
  if (count === 0) return [`${kind} ended no process`];
  return count <= most ? [] : [`${kind} ended ${count} processes, and not ${most} at most`];
}

function countEach(texts: readonly string[]): string {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return listCounts(counts);
}

/** Counts the charges of the workspace: every call that reached the trap had no answer, but for embeddings, which cost nothing here. */
async function readCharges({ database, workspaceId }: PoisonPlace): Promise<{ charged: number; twice: number }> {
  const { rows } = await database.sql.executeSql(
    `SELECT count(*) FILTER (WHERE cost_usd > 0)::int AS charged, (count(*) - count(DISTINCT request_id))::int AS twice
       FROM audit_records WHERE workspace_id = $1 AND request_id IS NOT NULL`,
    [workspaceId],
  );
  const [found = { charged: 0, twice: 0 }] = rows as { charged: number; twice: number }[];
  return found;
}
