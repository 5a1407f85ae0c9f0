import type { JobKind, JobQueues } from '@multilane/jobs';
import type {
  Database,
  NewRunEvent,
  Sql,
  StepOutcome,
  TakenStep,
  WorkflowFailure,
  WorkflowRunDetails,
} from '@multilane/persistence';
import {
  type Branch,
  branchOfFailure,
  type Decision,
  decide,
  lastSteps,
  type RunData,
  renderJson,
  type StepStatus,
  stepsFrom,
  stepsInTemplate,
  textsIn,
  WORKFLOW_BOUNDS,
  type WorkflowDefinition,
  type WorkflowNode,
} from '@multilane/workflows';
import { readDefinition } from './read-definition.js';
import { toStepFailure } from './steps/step-failure.js';

export interface AdvancerParts {
  readonly database: Pick<Database, 'runEvents' | 'workflowRuns' | 'workflowWork'>;
  readonly queues: Pick<JobQueues, 'enqueue' | 'wake' | 'whenReady'>;
}

/** One transaction on a run. */
interface Turn {
  readonly sql: Sql;
  readonly run: WorkflowRunDetails;
  readonly definition: WorkflowDefinition;
  readonly events: NewRunEvent[];
}

type Ended =
  | { readonly status: 'succeeded'; readonly output: unknown }
  | { readonly status: 'failed'; readonly error: WorkflowFailure };

/**
 * Moves runs on: what a step did, which steps follow and their jobs are one transaction, in which nobody else moves the run. A crash
 * therefore leaves each step done with its successors queued, or not done.
 */
export class RunAdvancer {
  /** The kinds of jobs that were queued in a transaction of a turn. */
  private readonly queued = new WeakMap<Sql, Set<JobKind>>();

  constructor(private readonly parts: AdvancerParts) {}

  /** Begins a run, or looks what is next in it. Does nothing where it has ended. */
  async advance(run: WorkflowRunDetails): Promise<void> {
    await this.inTurn(run, async (turn, wasPending) => {
      if (wasPending) {
        turn.events.push({ kind: 'run.started', data: { run_id: run.id } });
        await this.copySteps(turn);
      }
      await this.moveOn(turn);
    });
  }

  /**
   * Stores what became of a step, and moves the run on. Does nothing if the step is another worker's by now, or the run has ended.
   *
   * @param within done in the same transaction
   */
  async finish(
    run: WorkflowRunDetails,
    node: WorkflowNode,
    step: TakenStep,
    outcome: StepOutcome,
    within?: (sql: Sql) => Promise<unknown>,
  ): Promise<void> {
    await this.inTurn(run, async (turn) => {
      const { events, sql } = turn;
      if (!(await this.parts.database.workflowWork.writeOutcome(sql, step, outcome))) return;
      await within?.(sql);
      // A step that looks again and goes on waiting is no news, unless it says for what.
      const isNews = outcome.status !== 'waiting' || !step.hasWaited || outcome.waitsFor !== undefined;
      if (isNews) events.push(describeOutcome(step, outcome));
      if (outcome.status === 'pending' || outcome.status === 'waiting') {
        const seconds = ((outcome.dueAt?.getTime() ?? 0) - Date.now()) / 1000;
        if (outcome.dueAt !== undefined) await this.enqueueStep(sql, run, step.id, Math.max(0, seconds));
      } else if (step.iteration >= 0) await this.moveMapOn(turn, node, outcome);
      else await this.moveOn(turn);
    });
  }

  /** Queues a step in the transaction in which it becomes due. */
  async enqueueStep(
    sql: Sql,
    { workspaceId: group }: Pick<WorkflowRunDetails, 'workspaceId'>,
    id: string,
    afterSeconds = 0,
  ): Promise<void> {
    if (afterSeconds === 0) this.queued.get(sql)?.add('workflow.step');
    const when = afterSeconds > 0 && { afterSeconds };
    await this.parts.queues.enqueue('workflow.step', { step_id: id }, { within: sql, group, ...when });
  }

  /** Queues a run that was stored in the same transaction. */
  async enqueueRun(
    sql: Sql,
    { workspaceId: group }: Pick<WorkflowRunDetails, 'workspaceId'>,
    id: string,
  ): Promise<void> {
    this.queued.get(sql)?.add('workflow.run');
    await this.parts.queues.enqueue('workflow.run', { run_id: id }, { within: sql, group });
  }

  /** Queues the run of an agent that was stored in the same transaction. */
  async enqueueAgentRun(
    sql: Sql,
    { workspaceId: group }: Pick<WorkflowRunDetails, 'workspaceId'>,
    id: string,
  ): Promise<void> {
    this.queued.get(sql)?.add('agent.run');
    await this.parts.queues.enqueue('agent.run', { run_id: id }, { within: sql, group });
  }

  /** Ends a run that cannot go on. Does nothing where it has ended. */
  async fail(run: WorkflowRunDetails, error: WorkflowFailure): Promise<void> {
    await this.inTurn(run, (turn) => this.endWith(turn, { status: 'failed', error }));
  }

  private async inTurn(
    run: WorkflowRunDetails,
    work: (turn: Turn, wasPending: boolean) => Promise<void>,
  ): Promise<void> {
    const { database, queues } = this.parts;
    const events: NewRunEvent[] = [];
    const kinds = new Set<JobKind>();
    const definition = readDefinition(run.definition);
    await queues.whenReady();
    await database.workflowWork.transaction(async (sql) => {
      events.length = 0;
      this.queued.set(sql, kinds);
      const locked = await database.workflowWork.lockRun(sql, run.id);
      if (locked === undefined) return;
      await work({ sql, run, definition, events }, locked.wasPending);
      if (events.length > 0)
        await database.runEvents.appendWithin(sql, { runId: run.id, workspaceId: run.workspaceId }, events);
    });
    if (events.length > 0) database.runEvents.announce(run.id);
    for (const kind of kinds) queues.wake(kind);
  }

  private async moveOn(turn: Turn): Promise<void> {
    const { definition, events, run, sql } = turn;
    const { workflowWork: work } = this.parts.database;
    const states = new Map(
      (await work.readStates(sql, run.id)).map(({ branch, nodeId, status }) => [
        nodeId,
        { status: status as StepStatus, branch: branch as Branch | null },
      ]),
    );
    const { end, skip, start } = decide(definition, states);
    await work.addSteps(
      sql,
      run.id,
      skip.map((nodeId) => ({ nodeId, status: 'skipped' as const })),
    );
    const ids = await work.addSteps(
      sql,
      run.id,
      start.map((nodeId) => ({ nodeId })),
    );
    for (const id of ids) await this.enqueueStep(sql, run, id);
    events.push(...skip.map((nodeId) => ({ kind: 'step.skipped', data: { node: nodeId } })));
    if (end !== undefined) await this.end(turn, end);
  }

  /** Queues the next item of a `map` step, or ends the step with its last one. */
  private async moveMapOn(turn: Turn, node: WorkflowNode, { error, status }: StepOutcome): Promise<void> {
    const { events, run, sql } = turn;
    const { workflowWork: work } = this.parts.database;
    if (node.kind !== 'map') return;
    const isOver = status === 'failed' && node.on_item_error === 'fail';
    const { next, open } = isOver ? { next: undefined, open: 0 } : await work.nextItem(sql, run.id, node.id);
    if (next !== undefined) await this.enqueueStep(sql, run, next);
    if (open > 0) return;
    const outcome = isOver && error !== undefined ? failedMap(node, error) : await this.gatherItems(turn, node);
    await work.endMap(sql, run.id, node.id, outcome);
    for (const child of await work.findOpenChildren(sql, run.id)) {
      if (isOver) await this.parts.database.workflowRuns.cancelWithin(sql, child);
    }
    events.push(describeOutcome({ nodeId: node.id, iteration: -1, attempts: 1 }, outcome));
    await this.moveOn(turn);
  }

  private async gatherItems({ run, sql }: Turn, node: WorkflowNode): Promise<StepOutcome> {
    const { workflowWork: work } = this.parts.database;
    if ((await work.measureItems(sql, run.id, node.id)) > WORKFLOW_BOUNDS.mapOutput) {
      return failedMap(node, { code: 'output_too_large', message: 'The items put out too much for one step.' });
    }
    const items = (await work.readItems(sql, run.id, node.id)).map(({ error, iteration: index, output, status }) =>
      status === 'succeeded' ? { index, status, output } : { index, status, error },
    );
    const succeeded = items.filter(({ status }) => status === 'succeeded').length;
    return { status: 'succeeded', output: { items, succeeded, failed: items.length - succeeded } };
  }

  private async end(turn: Turn, end: NonNullable<Decision['end']>): Promise<void> {
    await this.endWith(turn, await this.conclude(turn, end));
  }

  private async endWith({ events, run, sql }: Turn, ended: Ended): Promise<void> {
    const { workflowRuns, workflowWork: work } = this.parts.database;
    await work.endRun(sql, run.id, ended);
    for (const child of await work.findOpenChildren(sql, run.id)) await workflowRuns.cancelWithin(sql, child);
    events.push(
      ended.status === 'succeeded'
        ? { kind: 'run.completed', data: { run_id: run.id } }
        : { kind: 'run.failed', data: { run_id: run.id, error: ended.error } },
    );
    if (run.parentStepId !== null) await this.enqueueStep(sql, run, run.parentStepId);
  }

  /** Stores the run's output, or the reason of its failure. */
  private async conclude({ definition, run, sql }: Turn, end: NonNullable<Decision['end']>): Promise<Ended> {
    const { workflowWork: work } = this.parts.database;
    if (end.status === 'failed') {
      const error = (await work.findResults(run.id, [end.node], sql)).get(end.node)?.error;
      const message = `The step ${end.node} failed: ${error?.message ?? 'for an unknown reason'}`;
      return { status: 'failed', error: { code: error?.code ?? 'step_failed', message } };
    }
    const { output } = definition;
    const ids = output === undefined ? lastSteps(definition) : textsIn(output).flatMap((text) => stepsInTemplate(text));
    try {
      const results = await work.findResults(run.id, ids, sql);
      const data = dataOf(run, results);
      const value =
        output === undefined
          ? Object.fromEntries([...results].map(([id, result]) => [id, result.output]))
          : renderJson(output, data);
      if (JSON.stringify(value).length <= WORKFLOW_BOUNDS.mapOutput) return { status: 'succeeded', output: value };
      return { status: 'failed', error: { code: 'output_too_large', message: 'The output of the run is too large.' } };
    } catch (error) {
      const failure = toStepFailure(error);
      if (failure === undefined) throw error;
      return { status: 'failed', error: { code: failure.code, message: `The output of the run: ${failure.message}` } };
    }
  }

  /** A run from a step on begins with what the earlier run did before that. */
  private async copySteps({ definition, run, sql }: Turn): Promise<void> {
    const { rerunFrom, rerunOf } = run;
    if (rerunFrom === null || rerunOf === null) return;
    const anew = stepsFrom(definition, rerunFrom);
    const kept = definition.nodes.map(({ id }) => id).filter((id) => !anew.has(id));
    await this.parts.database.workflowWork.copySteps(sql, rerunOf, run.id, kept);
  }
}

/** Data of a run for templates and expressions. */
export function dataOf(
  { id, input, startedAt }: Pick<WorkflowRunDetails, 'id' | 'input' | 'startedAt'>,
  results: ReadonlyMap<string, { readonly output: unknown; readonly error: unknown }>,
): RunData {
  const steps = Object.fromEntries([...results].map(([node, { error, output }]) => [node, { output, error }]));
  return { input, steps, run: { id, started_at: (startedAt ?? new Date()).toISOString() } };
}

function failedMap({ on_error: onError }: WorkflowNode, error: WorkflowFailure): StepOutcome {
  return { status: 'failed', branch: branchOfFailure(onError) ?? null, error };
}

const EVENTS = {
  pending: 'step.retrying',
  waiting: 'step.waiting',
  succeeded: 'step.completed',
  failed: 'step.failed',
};

/** Describes a step's outcome. The event holds no output: that is read with the run. */
function describeOutcome(
  { attempts, iteration, nodeId }: Pick<TakenStep, 'nodeId' | 'iteration' | 'attempts'>,
  { branch, dueAt, error, status, waitsFor }: StepOutcome,
): NewRunEvent {
  return {
    kind: EVENTS[status],
    data: {
      node: nodeId,
      ...(iteration >= 0 && { iteration }),
      attempt: attempts,
      ...(branch != null && { branch }),
      ...(error !== undefined && { error }),
      ...(waitsFor !== undefined && { waits_for: waitsFor }),
      ...(dueAt !== undefined && { due_at: dueAt.toISOString() }),
    },
  };
}
