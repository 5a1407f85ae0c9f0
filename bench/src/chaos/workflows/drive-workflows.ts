import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, SecretBox } from '@multilane/persistence';
import { type ChaosWorld, ENCRYPTION_KEY } from '../chaos-world.js';
import { WORKERS } from '../describe-chaos-gateway.js';
import { type ChaosOptions, type Finding, listCounts, type OwnCallers } from '../finding.js';
import { BoundaryKiller } from './boundary-killer.js';
import { countEffects } from './count-effects.js';
import { type Schedules, startSchedules } from './drive-schedules.js';
import { type EffectSink, startSink } from './effect-sink.js';
import { BOUNDARIES, describeWorkflow, effectsOf, inputOf } from './killed-workflow.js';
import { watchSteps } from './watch-steps.js';
import { publishWorkflow, signInMember, type WorkspaceMember } from './workspace-member.js';

/** Runs that are open at once: each boundary is then passed all the time. */
const OPEN_RUNS = 12;
const POLL_MS = 250;
const REPORT_EVERY_MS = 30_000;
/** A dead worker's steps are taken by another one after some seconds, and a step whose job is gone after a minute. */
const STRANDED_MS = 240_000;

interface RunRow {
  readonly id: string;
  readonly status: string;
  readonly ended: boolean;
}

type FindRuns = () => Promise<readonly RunRow[]>;

/**
 * Runs workflows, and kills the worker that is at a boundary of steps, at each boundary at least once. Schedules are due meanwhile, and all
 * calls go to the workspace processes in turn.
 */
export async function startWorkflows(world: ChaosWorld, { minutes, runs }: ChaosOptions): Promise<OwnCallers> {
  const { databaseUrl, keys, postgresLink, workspaceUrls } = world;
  const killer = new BoundaryKiller(world, BOUNDARIES);
  const sink = await startSink({
    onReceived: (node, port) => killer.reach(`${node} received`, port),
    onAnswered: (node, port) => killer.reach(`${node} answered`, port),
  });
  const database = await openDatabase({ url: databaseUrl, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
  // The database sees the link before it, and not the worker.
  const watch = await watchSteps(databaseUrl, (boundary, port) => {
    const client = postgresLink.findClient(port);
    if (client !== undefined) killer.reach(boundary, client);
  });
  const member = await signInMember(database, keys.organizationId, workspaceUrls);
  const workflowId = await publishWorkflow(member, 'killed', describeWorkflow(sink.url));
  const schedules = await startSchedules(member, database.sql, sink.url);
  const findRuns = async (ids: readonly string[]): Promise<readonly RunRow[]> => {
    const { rows } = await database.sql.executeSql(
      'SELECT id, status, ended_at IS NOT NULL AS ended FROM workflow_runs WHERE workflow_id = ANY($1::uuid[])',
      [ids],
    );
    return rows as RunRow[];
  };
  const findKilled = () => findRuns([workflowId]);
  const started = startRuns({ member, workflowId, killer, count: runs, minutes, findRuns: findKilled });
  // Told when it is waited for.
  started.catch(() => undefined);
  return {
    stop: async () => {
      const takesYes = await started;
      await schedules.stop();
      const rounds = killer.wholeRounds;
      const { kills, missing } = killer;
      await killer.stop();
      const ids = [workflowId, ...schedules.workflowIds];
      const open = await waitForEnds(() => findRuns(ids));
      const all = { takesYes, open, runs: await findRuns([workflowId]), kills, missing, rounds };
      const finding = await readFinding(all, sink, schedules);
      await watch.close();
      await database.close();
      sink.close();
      return finding;
    },
  };
}

interface Starting {
  readonly member: WorkspaceMember;
  readonly workflowId: string;
  readonly killer: BoundaryKiller;
  readonly count: number;
  readonly minutes: number;
  readonly findRuns: FindRuns;
}

/** Resolves to which branch each run takes, by its id, when so many were started and a worker was killed at each boundary. */
async function startRuns(starting: Starting): Promise<Map<string, boolean>> {
  const { count, findRuns, killer, member, minutes, workflowId } = starting;
  const takesYes = new Map<string, boolean>();
  const deadline = performance.now() + minutes * 60_000;
  let reportedAt = performance.now();
  while (takesYes.size < count || (killer.wholeRounds === 0 && performance.now() < deadline)) {
    const open = (await findRuns()).filter(({ ended }) => !ended).length;
    for (let free = OPEN_RUNS - open; free > 0; free -= 1) {
      const input = inputOf(takesYes.size);
      const { id } = await member.call<{ id: string }>('POST', `/w/workflows/${workflowId}/runs`, { input });
      takesYes.set(id, input.takes_yes);
    }
    if (killer.missing.length === 0 && takesYes.size < count) killer.beginRound();
    if (performance.now() - reportedAt > REPORT_EVERY_MS) {
      reportedAt = performance.now();
      process.stderr.write(`${takesYes.size} runs begun, ${open} open, ${killer.kills} kills\n`);
    }
    await sleep(POLL_MS);
  }
  return takesYes;
}

/** Counts the runs that have not ended by the time limit. */
async function waitForEnds(findRuns: FindRuns): Promise<number> {
  const countOpen = async () => (await findRuns()).filter(({ ended }) => !ended).length;
  const deadline = performance.now() + STRANDED_MS;
  let open = await countOpen();
  while (open > 0 && performance.now() < deadline) {
    await sleep(POLL_MS);
    open = await countOpen();
  }
  return open;
}

interface Counted {
  readonly takesYes: ReadonlyMap<string, boolean>;
  readonly runs: readonly RunRow[];
  /** Runs that did not end, those of schedules too. */
  readonly open: number;
  readonly kills: number;
  readonly missing: readonly string[];
  readonly rounds: number;
}

async function readFinding(
  { kills, missing, open, rounds, runs, takesYes }: Counted,
  sink: EffectSink,
  schedules: Schedules,
): Promise<Finding> {
  const counts: Record<string, number> = {};
  for (const { status } of runs) counts[status] = (counts[status] ?? 0) + 1;
  const wanted = new Set([...takesYes].flatMap(([id, yes]) => effectsOf(id, yes)));
  const effects = countEffects(sink.keys, wanted);
  const firings = await schedules.count(sink.scheduled);
  const faults = {
    'runs stranded': open,
    'runs that did not succeed': runs.filter(({ status }) => status !== 'succeeded').length,
    'runs lost': [...takesYes.keys()].filter((id) => !runs.some((run) => run.id === id)).length,
    'runs that nobody began': runs.length - takesYes.size,
    'effects missing': effects.missing,
    'effects with another key': effects.unknown,
    // A dead worker had so many requests under way at most.
    'effects sent again without a kill': Math.max(0, effects.repeated - kills * WORKERS),
    'times of schedules that fired twice': firings.twice,
    'times of schedules that did not fire': firings.missed,
    'times of schedules without their effect': firings.silent,
    'boundaries at which no worker was killed': rounds > 0 ? 0 : missing.length,
  };
  return {
    text:
      `workers were killed ${kills} times, at ${BOUNDARIES.length - (rounds > 0 ? 0 : missing.length)} of ${BOUNDARIES.length} boundaries; ` +
      `of ${runs.length.toLocaleString('en')} runs: ${listCounts(counts)}, stranded ${open}; of ${effects.wanted.toLocaleString('en')} effects: ` +
      `missing ${effects.missing}, with another key ${effects.unknown}, sent again with the same key ${effects.repeated}; ` +
      `of ${firings.fired.toLocaleString('en')} times of schedules: fired twice ${firings.twice}, left out ${firings.missed}`,
    breaches: Object.entries(faults).flatMap(([fault, count]) => (count > 0 ? [`${count} ${fault}`] : [])),
  };
}
