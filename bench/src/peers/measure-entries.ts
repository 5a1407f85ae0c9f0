import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadDriver } from '../drive-load.js';
import { endAll, listTree, readTreeMemory } from '../process-tree.js';
import { interleave } from '../run-rounds.js';
import { type RunningServer, startServer } from '../server-under-test.js';
import type { Contestant, Entry } from './contestants.js';
import { becomeIdle, checkAnswer, PARTS, type PartContext, warmUp } from './parts.js';
import type { PeerPlan } from './peer-plan.js';
import { type PeerRow, type Reading, summarizeReadings } from './peer-row.js';

/** Shared objects of all servers' measurements. */
export interface PeerSetup {
  readonly plan: PeerPlan;
  readonly driver: LoadDriver;
  readonly direct: RunningServer;
  /** For the logs of the servers. */
  readonly directory: string;
  progress(line: string): void;
}

/** A server of the table while it is measured. Once `failure` is set, it gets no more turns. */
interface Subject {
  readonly entry: Entry;
  readonly contestant: Contestant | undefined;
  readonly readings: Reading[];
  failure: string | undefined;
  server: RunningServer | undefined;
}

/** Starts the server; `stop` ends everything that it started, too. */
async function startTree(contestant: Contestant, directory: string): Promise<RunningServer> {
  const server = await startServer(contestant.server, directory);
  const endTree = () => endAll(listTree(server.processId));
  // An interruption of this process would end only the server itself, and its workers would stay.
  process.once('exit', endTree);
  const stop = async () => {
    process.off('exit', endTree);
    const others = listTree(server.processId).slice(1);
    await server.stop();
    endAll(others);
  };
  return { ...server, stop };
}

/** Gives one server its turn. An error ends this server and no other. */
async function take(subject: Subject, turn: (contestant: Contestant) => Promise<void>, { progress }: PeerSetup) {
  const { contestant, entry } = subject;
  if (contestant === undefined || subject.failure !== undefined) return;
  try {
    await turn(contestant);
  } catch (error) {
    const ending = await subject.server?.explainEnd();
    subject.failure = ending ?? (error instanceof Error ? error.message : String(error));
    progress(`${entry.title}: ${subject.failure}`);
    // It may still be busy, on the core that the others are measured on.
    await subject.server?.stop();
    subject.server = undefined;
  }
}

/** Every entry in turn, in every other round in the opposite order. */
async function takeTurns(
  subjects: readonly Subject[],
  setup: PeerSetup,
  { title, rounds }: { readonly title: string; readonly rounds: number },
  turn: (contestant: Contestant, subject: Subject) => Promise<void>,
): Promise<void> {
  const byName = new Map(subjects.map((subject) => [subject.entry.name, subject]));
  await interleave({ plan: { rounds }, progress: setup.progress }, title, [...byName.keys()], async (name) => {
    const subject = byName.get(name);
    if (subject !== undefined) await take(subject, (contestant) => turn(contestant, subject), setup);
  });
}

async function measureStart(contestant: Contestant, { plan, directory }: PeerSetup): Promise<Reading> {
  const server = await startTree(contestant, directory);
  try {
    await sleep(plan.settleMilliseconds);
    const idleMemory = readTreeMemory(server.processId);
    return { ready: server.readyMilliseconds / 1000, ...(idleMemory !== undefined && { idleMemory }) };
  } finally {
    await server.stop();
  }
}

async function measureLoads(subjects: readonly Subject[], setup: PeerSetup): Promise<void> {
  const { plan, progress } = setup;
  const withServer =
    (act: (context: PartContext) => Promise<Reading | undefined>) =>
    async (contestant: Contestant, subject: Subject) => {
      if (subject.server === undefined) return;
      const reading = await act({ ...setup, server: subject.server, headers: contestant.headers });
      await becomeIdle({ server: subject.server });
      if (reading !== undefined) subject.readings.push(reading);
    };
  await takeTurns(subjects, setup, { title: 'starting and warming up', rounds: 1 }, async (contestant, subject) => {
    progress(`warming up: ${subject.entry.title}`);
    const server = await startTree(contestant, setup.directory);
    subject.server = server;
    const context = { ...setup, server, headers: contestant.headers };
    await checkAnswer(context);
    await warmUp(context);
    await becomeIdle(context);
    // Each part has code of its own to compile, and a server that cannot do one of them is found before the rounds.
    for (const part of PARTS) {
      await part.measure(context);
      await becomeIdle(context);
    }
  });
  for (const part of PARTS)
    await takeTurns(subjects, setup, { title: part.title, rounds: plan.rounds }, withServer(part.measure));
  await takeTurns(
    subjects,
    setup,
    { title: 'memory after load', rounds: 1 },
    withServer(async ({ server }) => {
      const loadedMemory = readTreeMemory(server.processId);
      return loadedMemory === undefined ? undefined : { loadedMemory };
    }),
  );
}

/** Measures all entries in turn. Never throws because of one of them: what failed is the reason in its row. */
export async function measureEntries(entries: readonly Entry[], setup: PeerSetup): Promise<PeerRow[]> {
  const subjects = entries.map((entry): Subject => {
    const { contestant } = entry;
    const missing = contestant instanceof Error;
    return {
      entry,
      contestant: missing ? undefined : contestant,
      readings: [],
      failure: missing ? contestant.message : undefined,
      server: undefined,
    };
  });
  try {
    await takeTurns(subjects, setup, { title: 'starts', rounds: setup.plan.starts }, async (contestant, subject) => {
      subject.readings.push(await measureStart(contestant, setup));
    });
    await measureLoads(subjects, setup);
  } finally {
    await Promise.all(subjects.map(({ server }) => server?.stop()));
  }
  return subjects.map(({ entry, readings, failure }) => ({
    title: entry.title,
    figures: summarizeReadings(readings),
    ...(failure === undefined ? {} : { reason: failure }),
  }));
}
