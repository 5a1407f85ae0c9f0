import { setTimeout as sleep } from 'node:timers/promises';
import { can } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import { type EvalCase, messagesOf, type TargetOf, textOf, valueAt } from '@multilane/evals';
import { cancelWorkflowRun, derivedId, type Sql, TooManyRuns, type WorkflowRunDetails } from '@multilane/persistence';
import { WORKFLOW_BOUNDS } from '@multilane/workflows';
import { readJsonBounded } from '../http-calls/read-json-bounded.js';
import { checkSize } from './ask-chat.js';
import { type Answered, type EvalParts, TargetFailure, type UnitAttempt } from './eval-parts.js';
import { sumUsage } from './workflow-usage.js';

const LOOK_EVERY_MS = 250;
/** Interval, in looks, between the checks for a step that waits for a person. */
const LOOKS_BEFORE_PERSON = 8;
/** A run has so long, with all its waits. Milliseconds. */
const LONGEST_MS = 15 * 60_000;

/**
 * Has a workflow answer a case: a run of a published version, under an id that follows from the unit, so that a worker that comes after a
 * crash waits for the same run. Its models are asked without the cache.
 *
 * @throws GatewayError 403 without the permission to run workflows, 429 where the workspace has too many runs; TargetFailure; the
 *   signal's reason
 */
export async function askWorkflow(
  parts: EvalParts,
  target: TargetOf<'workflow'>,
  attempt: UnitAttempt,
): Promise<Answered> {
  const { admission, item, run, signal, unit } = attempt;
  const { organizationId, workspaceId } = run;
  if (!can(admission.caller, 'gateway.workflows.run', { organizationId, workspaceId })) {
    throw new GatewayError('permission_denied', { message: 'Whoever began the run may not run workflows.' });
  }
  const { position, repeat, target: index } = unit;
  const id = derivedId(run.id, `workflow ${index} ${position} ${repeat}`);
  if ((await parts.database.workflowRuns.find(organizationId, id)) === undefined) {
    await begin(parts, target, attempt, id, inputOf(target, item));
  }
  try {
    return await readEnded(parts, target, await waitForEnd(parts, organizationId, id, signal));
  } catch (error) {
    if (signal.aborted) await cancelWith(parts, attempt, id);
    throw error;
  }
}

/** Input of the run: `{ text, messages }`, or the value of the text if it is JSON. */
function inputOf({ input }: TargetOf<'workflow'>, item: EvalCase): unknown {
  const text = textOf(item);
  if (input === 'text') return { ...(text !== undefined && { text }), messages: messagesOf(item) };
  const read = text === undefined ? undefined : readJsonBounded(text);
  if (read !== undefined) return read.value;
  throw new TargetFailure('unsupported_input', 'The input of the case must be one text that is JSON.');
}

async function begin(
  { database, queues }: EvalParts,
  target: TargetOf<'workflow'>,
  { run }: UnitAttempt,
  id: string,
  input: unknown,
): Promise<void> {
  const { organizationId, workspaceId } = run;
  const workflow = await database.workflows.find(organizationId, target.workflow_id);
  if (workflow?.workspaceId !== workspaceId) throw new TargetFailure('not_found', 'The workflow was deleted.');
  const version = target.version ?? workflow.publishedVersion;
  const published = version === null ? undefined : await database.workflows.findVersion(workflow.id, version);
  if (published === undefined) throw new TargetFailure('not_found', 'The workflow has no such published version.');
  if (JSON.stringify(input).length > WORKFLOW_BOUNDS.input) {
    throw new TargetFailure('input_too_large', 'The case is too large for the input of a workflow.');
  }
  const started = {
    id,
    organizationId,
    workspaceId,
    workflowId: workflow.id,
    version: published.version,
    definition: published.definition,
    trigger: 'manual' as const,
    identity: run.identity,
    startedBy: 'evaluation',
    input,
    usesCache: false,
  };
  try {
    await database.inTransaction(async (sql: Sql) => {
      const made = await database.workflowRuns.createWithin(sql, started);
      if (made !== undefined) {
        await queues.enqueue('workflow.run', { run_id: made }, { within: sql, group: workspaceId });
      }
    });
  } catch (error) {
    if (error instanceof TooManyRuns) throw new GatewayError('too_many_jobs', { headers: { 'retry-after': '5' } });
    throw error;
  }
  queues.wake('workflow.run');
}

async function waitForEnd(
  parts: EvalParts,
  organizationId: string,
  id: string,
  signal: AbortSignal,
): Promise<WorkflowRunDetails> {
  const { workflowRuns } = parts.database;
  for (let look = 1; ; look += 1) {
    signal.throwIfAborted();
    if (await workflowRuns.hasEnded(id)) {
      const run = await workflowRuns.find(organizationId, id);
      if (run === undefined) throw new TargetFailure('not_found', 'The run of the workflow was deleted.');
      return run;
    }
    if (look % LOOKS_BEFORE_PERSON === 0) await giveUp(parts, organizationId, id);
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Ends a run that waits for a person, or takes too long: evaluations wait for neither. */
async function giveUp(parts: EvalParts, organizationId: string, id: string): Promise<void> {
  const { workflowRuns } = parts.database;
  if (await workflowRuns.waitsForPerson(id)) {
    await cancel(parts, organizationId, id);
    throw new TargetFailure('awaiting_approval', 'The workflow waits for the approval of a person.');
  }
  const run = await workflowRuns.find(organizationId, id);
  if (run === undefined || run.createdAt.getTime() + LONGEST_MS > Date.now()) return;
  await cancel(parts, organizationId, id);
  throw new TargetFailure('timeout', `The workflow took longer than ${LONGEST_MS / 60_000} minutes.`);
}

async function readEnded(
  { database }: EvalParts,
  { output_path: path }: TargetOf<'workflow'>,
  run: WorkflowRunDetails,
): Promise<Answered> {
  if (run.status !== 'succeeded') {
    const { code = 'workflow_cancelled', message = 'The run of the workflow was cancelled.' } = run.error ?? {};
    throw new TargetFailure(code, message);
  }
  const answer = path === undefined ? run.output : valueAt(run.output, path);
  if (answer === undefined) {
    throw new TargetFailure('missing_output', 'The output of the workflow has nothing at `output_path`.');
  }
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  checkSize(text, []);
  const latencyMs = (run.endedAt?.getTime() ?? 0) - (run.startedAt ?? run.createdAt).getTime();
  return {
    text,
    toolCalls: [],
    latencyMs: Math.max(0, latencyMs),
    ...(await sumUsage(database.workflowRuns, run.id)),
    finishReason: null,
    agentRunId: null,
    workflowRunId: run.id,
  };
}

/** The runs of workflows of a cancelled evaluation are cancelled too; one that goes on elsewhere keeps them. */
async function cancelWith(parts: EvalParts, { run }: UnitAttempt, id: string): Promise<void> {
  const found = await parts.database.evalRuns.find(run.organizationId, run.id);
  if (found === undefined || found.status === 'cancelled') await cancel(parts, run.organizationId, id);
}

async function cancel({ database }: EvalParts, organizationId: string, id: string): Promise<void> {
  const run = await database.workflowRuns.find(organizationId, id);
  if (run !== undefined) await cancelWorkflowRun(database, run, 'evaluation');
}
