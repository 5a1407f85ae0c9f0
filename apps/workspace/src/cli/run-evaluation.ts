import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayConfig } from '@multilane/config';
import { type Comparison, compareTargets, type TargetFigures } from '@multilane/evals';
import type { DatabaseWithSecrets, EvalRunRecord } from '@multilane/persistence';
import type { EvalCaller } from '../modules/evals/eval-caller.js';
import { EvalRunsService, reportOf } from '../modules/evals/eval-runs.service.js';
import { EvalSuitesService } from '../modules/evals/eval-suites.service.js';
import type { JobSender } from '../services/job-sender.js';
import { CommandFailure } from './exit-codes.js';

export interface EvaluationRequest {
  readonly organizationId: string;
  /** Name or id; the only one with the suite by default. */
  readonly workspace: string | undefined;
  /** Name or id. */
  readonly suite: string;
  /** Email address of the person as whom it runs. */
  readonly as: string;
  /** The id of a run, or `previous`; undefined: nothing is compared. */
  readonly baseline: string | undefined;
  readonly maxCostUsd: number | undefined;
  readonly actorName: string;
}

export interface EvaluationParts {
  readonly database: DatabaseWithSecrets;
  readonly jobs: Pick<JobSender, 'queues'>;
  readonly config: GatewayConfig;
  readonly showProgress: (line: string) => void;
  /** Time limit of a run's wait for a worker, in milliseconds. */
  readonly untakenMs: number;
}

/** Figures of a target, and their comparison with the baseline. */
export interface EvaluatedTarget {
  readonly name: string;
  readonly figures: TargetFigures;
  readonly comparison: Comparison | undefined;
}

export interface Evaluation {
  readonly run: EvalRunRecord;
  readonly baselineId: string | undefined;
  readonly targets: readonly EvaluatedTarget[];
  /** The XML of JUnit. */
  readonly junit: string;
}

const LOOK_EVERY_MS = 500;

/**
 * Runs a suite as a person of its workspace, waits for the end, and compares the run with a baseline.
 *
 * @throws CommandFailure for what does not exist, and where no worker takes the run
 */
export async function runEvaluation(parts: EvaluationParts, request: EvaluationRequest): Promise<Evaluation> {
  const { config, database, jobs } = parts;
  const suites = new EvalSuitesService(database, { followed: { settings: config } });
  const runs = new EvalRunsService(database, jobs, suites);
  const { caller, suiteId, userId } = await findCaller(database, request);
  const baseline = await findBaseline(database, caller, suiteId, request.baseline);
  const started = await runs.start(caller, userId, { suite_id: suiteId, max_cost_usd: request.maxCostUsd });
  const run = await waitForEnd(parts, started);
  const tallies = await database.evalRuns.listTallies(run);
  const before = baseline && (await database.evalRuns.listTallies(baseline));
  const earlier = baseline && before && { definition: baseline.definition, tallies: before };
  const compared = compareTargets(earlier, { definition: run.definition, tallies });
  const { targets: figures } = await runs.readFigures(run);
  const targets = compared.flatMap(({ comparison, name, target }): EvaluatedTarget[] => {
    const own = figures[target];
    return own === undefined ? [] : [{ name, figures: own, comparison }];
  });
  return { run, baselineId: baseline?.id, targets, junit: reportOf(run, tallies) };
}

async function findCaller(
  database: DatabaseWithSecrets,
  { actorName, as, organizationId, suite, workspace }: EvaluationRequest,
): Promise<{ readonly caller: EvalCaller; readonly suiteId: string; readonly userId: string }> {
  const user = await database.users.findByEmail(organizationId, as);
  if (user === undefined) throw new CommandFailure(`The organization has no person with the address ${as}.`);
  const all = await database.workspaces.listAll(organizationId);
  const meant = workspace === undefined ? all : all.filter(({ id, name }) => id === workspace || name === workspace);
  const found = await Promise.all(
    meant.map(async ({ id: workspaceId }) => {
      const place = { organizationId, workspaceId };
      const byId = await database.evalSuites.find(organizationId, suite);
      const inPlace = byId?.workspaceId === workspaceId ? byId : await database.evalSuites.findByName(place, suite);
      return inPlace === undefined ? [] : [{ place, suiteId: inPlace.id }];
    }),
  );
  const [only, ...others] = found.flat();
  if (only === undefined) throw new CommandFailure(`There is no suite "${suite}".`);
  if (others.length > 0) throw new CommandFailure(`Several workspaces have a suite "${suite}": add --workspace.`);
  const { place, suiteId } = only;
  const identity = { by: 'member', organizationId, userId: user.id, workspaceId: place.workspaceId } as const;
  const actor = { type: 'operator', id: null, name: actorName } as const;
  return { caller: { place, actor, identity: () => identity }, suiteId, userId: user.id };
}

async function findBaseline(
  { evalRuns }: DatabaseWithSecrets,
  { place }: EvalCaller,
  suiteId: string,
  given: string | undefined,
): Promise<EvalRunRecord | undefined> {
  if (given === undefined) return undefined;
  // The first run of a suite has nothing to be compared with.
  if (given === 'previous') return evalRuns.findCompleted(place, suiteId);
  const found = await evalRuns.find(place.organizationId, given);
  if (found?.workspaceId === place.workspaceId) return found;
  throw new CommandFailure(`There is no run ${given} to compare with.`);
}

async function waitForEnd(
  { database, showProgress, untakenMs }: EvaluationParts,
  started: EvalRunRecord,
): Promise<EvalRunRecord> {
  const deadline = performance.now() + untakenMs;
  let shown = -1;
  for (;;) {
    const run = await database.evalRuns.find(started.organizationId, started.id);
    if (run === undefined) throw new CommandFailure('The run was deleted.');
    if (run.completedAt !== null) return run;
    if (run.startedAt === null && performance.now() > deadline) {
      await database.evalRuns.cancel(run.id);
      throw new CommandFailure('No worker took the run. Start a gateway with `async.workers` above 0 on the database.');
    }
    const percent = Math.floor((run.done / run.total) * 10) * 10;
    if (percent !== shown) showProgress(`${run.done} of ${run.total} answers`);
    shown = percent;
    await sleep(LOOK_EVERY_MS);
  }
}
