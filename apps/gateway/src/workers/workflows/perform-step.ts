import type { TakenStep } from '@multilane/persistence';
import {
  type NodeOf,
  renderJson,
  renderText,
  type TaskOf,
  WORKFLOW_BOUNDS,
  type WorkflowNode,
} from '@multilane/workflows';
import { performAgent } from './perform-agent.js';
import type { Performed } from './performed.js';
import type { StepRunnerParts } from './step-runner-parts.js';
import { evaluate } from './steps/evaluate.js';
import { runTask } from './steps/run-task.js';
import { StepFailure } from './steps/step-failure.js';
import type { StepAttempt } from './steps/step-parts.js';

const DAY_MS = 24 * 3_600_000;
/** For steps that something else wakes. */
const farAhead = (): Date => new Date(Date.now() + WORKFLOW_BOUNDS.waitDays * DAY_MS);

/** Does a step, or begins what it waits for. */
export async function performStep(
  parts: StepRunnerParts,
  node: WorkflowNode,
  attempt: StepAttempt,
): Promise<Performed> {
  if (attempt.step.iteration >= 0) return performItem(parts, node, attempt);
  switch (node.kind) {
    case 'condition': {
      const value = await evaluate(parts, 'cel', node.expression, attempt);
      if (typeof value !== 'boolean')
        throw new StepFailure('expression_failed', 'The expression is neither true nor false.');
      return { outcome: { status: 'succeeded', branch: String(value), output: { result: value } } };
    }
    case 'wait':
      return wait(node, attempt);
    case 'approval':
      return askForApproval(node, attempt);
    case 'map':
      return beginMap(parts, node, attempt);
    case 'subworkflow':
      return runWithin(parts, node, attempt);
    case 'agent':
      return performAgent(parts, node, attempt, node.timeout_seconds);
    default: {
      const { input, output } = await runTask(parts, node, attempt);
      return { outcome: { status: 'succeeded', input, output: output ?? null } };
    }
  }
}

/** An item keeps its input, which is the item itself. */
async function performItem(parts: StepRunnerParts, node: WorkflowNode, attempt: StepAttempt): Promise<Performed> {
  if (node.kind !== 'map') throw new StepFailure('step_abandoned', 'The step has no items.');
  if (node.step.kind === 'subworkflow') return runWithin(parts, node.step, attempt);
  if (node.step.kind === 'agent') return performAgent(parts, node.step, attempt, node.timeout_seconds);
  const { output } = await runTask(parts, node.step, attempt);
  return { outcome: { status: 'succeeded', output: output ?? null } };
}

function wait({ seconds = 0, until }: NodeOf<'wait'>, { data, run, step }: StepAttempt): Performed {
  const dueAt = step.hasWaited
    ? step.dueAt
    : new Date(until === undefined ? Date.now() + seconds * 1_000 : renderText(until, data));
  if (Number.isNaN(dueAt.getTime())) throw new StepFailure('invalid_time', '`until` is no RFC 3339 time.');
  if (dueAt > farAhead())
    throw new StepFailure('invalid_time', `The time is more than ${WORKFLOW_BOUNDS.waitDays} days ahead.`);
  const isOver = run.dryRun || dueAt.getTime() <= Date.now();
  return isOver
    ? { outcome: { status: 'succeeded', output: { waited_until: dueAt.toISOString() } } }
    : { outcome: { status: 'waiting', dueAt } };
}

function askForApproval(
  { message, timeout_seconds: seconds }: NodeOf<'approval'>,
  { data, run, step }: StepAttempt,
): Performed {
  if (run.dryRun) return decided('approved', { simulated: true });
  if (step.decision !== null) return decided(step.decision, { decided_by: step.decidedBy });
  if (!step.hasWaited) {
    const dueAt = seconds === undefined ? farAhead() : new Date(Date.now() + seconds * 1_000);
    return { outcome: { status: 'waiting', dueAt, input: { message: renderText(message, data) } } };
  }
  if (step.dueAt.getTime() <= Date.now()) return decided('rejected', { decided_by: null, timed_out: true });
  return { outcome: { status: 'waiting', dueAt: step.dueAt } };
}

function decided(decision: 'approved' | 'rejected', details: object): Performed {
  return { outcome: { status: 'succeeded', branch: decision, output: { decision, ...details } } };
}

async function beginMap(
  { advancer, database, tenantCode }: StepRunnerParts,
  node: NodeOf<'map'>,
  attempt: StepAttempt,
): Promise<Performed> {
  const { run, step } = attempt;
  // Its items are under way.
  if (step.hasWaited) return { outcome: { status: 'waiting' } };
  const items = await evaluate({ tenantCode }, 'cel', node.items, attempt);
  if (!Array.isArray(items)) throw new StepFailure('expression_failed', '`items` is no list.');
  if (items.length > WORKFLOW_BOUNDS.items) {
    throw new StepFailure('too_many_items', `\`items\` has more than ${WORKFLOW_BOUNDS.items} items.`);
  }
  if (items.length === 0) return { outcome: { status: 'succeeded', output: { items: [], succeeded: 0, failed: 0 } } };
  const notQueued = farAhead();
  const steps = items.map((input: unknown, iteration) => ({
    nodeId: node.id,
    iteration,
    input,
    ...(iteration >= node.concurrency && { dueAt: notQueued }),
  }));
  return {
    // The step ends with its last item.
    outcome: { status: 'waiting', input: { items: items.length } },
    within: async (sql) => {
      const ids = await database.workflowWork.addSteps(sql, run.id, steps);
      for (const id of ids.slice(0, node.concurrency)) await advancer.enqueueStep(sql, run, id);
    },
  };
}

/** A sub-workflow is a run of its own, which wakes the step when it ends. */
async function runWithin(
  { advancer, database }: StepRunnerParts,
  task: TaskOf<'subworkflow'>,
  { data, run, step }: StepAttempt,
): Promise<Performed> {
  if (step.hasWaited) return lookAtChild(await database.workflowWork.findChild(step.id));
  if (run.depth + 1 >= WORKFLOW_BOUNDS.depth) {
    throw new StepFailure('too_deep', `Workflows run within each other at most ${WORKFLOW_BOUNDS.depth} deep.`);
  }
  const published = await database.workflows.findPublished(run, task.workflow_id);
  if (published === undefined) throw new StepFailure('not_found', 'The workflow does not exist or is not published.');
  const input = task.input === undefined ? null : renderJson(task.input, data);
  if (JSON.stringify(input).length > WORKFLOW_BOUNDS.input)
    throw new StepFailure('input_too_large', 'The input is too large.');
  const child = {
    organizationId: run.organizationId,
    workspaceId: run.workspaceId,
    workflowId: task.workflow_id,
    ...published,
    trigger: 'subworkflow' as const,
    identity: run.identity,
    startedBy: run.startedBy,
    dryRun: run.dryRun,
    usesCache: run.usesCache,
    depth: run.depth + 1,
    parentStepId: step.id,
    input,
  };
  return {
    outcome: { status: 'waiting', ...inputOf(step, input) },
    within: async (sql) => {
      const id = await database.workflowRuns.createWithin(sql, child);
      if (id !== undefined) await advancer.enqueueRun(sql, run, id);
    },
  };
}

function lookAtChild(child: Awaited<ReturnType<StepRunnerParts['database']['workflowWork']['findChild']>>): Performed {
  if (child === undefined) throw new StepFailure('not_found', 'The run of the sub-workflow is gone.');
  if (child.endedAt === null) return { outcome: { status: 'waiting' } };
  if (child.status === 'succeeded') return { outcome: { status: 'succeeded', output: child.output } };
  const message = child.error?.message ?? 'The sub-workflow was cancelled.';
  throw new StepFailure(child.error?.code ?? 'cancelled', message);
}

const inputOf = ({ iteration }: TakenStep, input: unknown): { readonly input?: unknown } =>
  iteration < 0 ? { input } : {};
