import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AGENT_BOUNDS, readRunOutput } from '@multilane/agents';
import { parseBoundedJson } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { readArguments, type TargetOf, type ToolCall, textOf } from '@multilane/evals';
import { type AgentRunRecord, type AgentStepRecord, TooManyAgentRuns } from '@multilane/persistence';
import { checkSize } from './ask-chat.js';
import { type Answered, type EvalParts, TargetFailure, type UnitAttempt } from './eval-parts.js';

const LOOK_EVERY_MS = 250;

/**
 * Has an agent answer a case: a run of the agent, under an id that follows from the unit, so that a worker that comes after a crash waits
 * for the same run. Its models are asked without the cache.
 *
 * @throws GatewayError 429 where the workspace has too many runs; TargetFailure; the signal's reason
 */
export async function askAgent(parts: EvalParts, target: TargetOf<'agent'>, attempt: UnitAttempt): Promise<Answered> {
  const { item, run, signal } = attempt;
  const input = textOf(item);
  if (input === undefined) {
    throw new TargetFailure('unsupported_input', 'Agents take one text: the case has several messages, or parts.');
  }
  const id = agentRunIdOf(attempt);
  if ((await parts.database.agentRuns.find(run.organizationId, id)) === undefined) {
    await begin(parts, target, attempt, id, input);
  }
  try {
    const ended = await waitForEnd(parts, run.organizationId, id, signal);
    return await readEnded(parts, ended);
  } catch (error) {
    if (signal.aborted) await cancelWith(parts, attempt, id);
    throw error;
  }
}

async function begin(
  { database, queues }: EvalParts,
  target: TargetOf<'agent'>,
  { run }: UnitAttempt,
  id: string,
  input: string,
): Promise<void> {
  const { clientAddress, identity, organizationId, userId, workspaceId } = run;
  const agent = await database.agents.find(organizationId, target.agent_id);
  if (agent?.workspaceId !== workspaceId) throw new TargetFailure('not_found', 'The agent was deleted.');
  const started = {
    id,
    organizationId,
    workspaceId,
    agentId: agent.id,
    version: target.version ?? agent.version,
    userId,
    identity,
    clientAddress,
    input,
    usesCache: false,
  };
  try {
    await database.agentRuns.create(started, AGENT_BOUNDS.openRuns, (within) =>
      queues.enqueue('agent.run', { run_id: id }, { within, group: workspaceId }),
    );
  } catch (error) {
    if (error instanceof TooManyAgentRuns) throw new GatewayError('too_many_jobs', { headers: { 'retry-after': '5' } });
    throw error;
  }
  queues.wake('agent.run');
}

async function waitForEnd(
  { database }: EvalParts,
  organizationId: string,
  id: string,
  signal: AbortSignal,
): Promise<AgentRunRecord> {
  for (;;) {
    signal.throwIfAborted();
    const run = await database.agentRuns.find(organizationId, id);
    if (run === undefined) throw new TargetFailure('not_found', 'The run of the agent was deleted.');
    if (run.completedAt !== null) return run;
    if (run.status === 'awaiting_approval') {
      await database.agentRuns.cancel(id, async () => undefined);
      throw new TargetFailure('awaiting_approval', 'The agent called a tool that a person must approve.');
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function readEnded({ database }: EvalParts, run: AgentRunRecord): Promise<Answered> {
  const [content, steps] = await Promise.all([
    database.agentRuns.readContent(run.id),
    database.agentRuns.listSteps(run.id),
  ]);
  const output = readRunOutput(content?.output);
  if (run.status !== 'completed' || typeof output.answer !== 'string') {
    const { code = `agent_${run.stopReason ?? run.status}`, message = 'The agent ended without an answer.' } =
      output.error ?? {};
    throw new TargetFailure(code, message);
  }
  const toolCalls = steps.filter(({ kind }) => kind === 'tool').map(toCall);
  checkSize(output.answer, toolCalls);
  const { completionTokens, costUsd, promptTokens } = run.usage;
  const latencyMs = (run.completedAt?.getTime() ?? 0) - (run.startedAt ?? run.createdAt).getTime();
  return {
    text: output.answer,
    toolCalls,
    latencyMs: Math.max(0, latencyMs),
    costUsd,
    promptTokens,
    completionTokens,
    finishReason: output.finish_reason ?? null,
    agentRunId: run.id,
    workflowRunId: null,
  };
}

function toCall({ content, name }: AgentStepRecord): ToolCall {
  const { arguments: text } = parseBoundedJson(content) as { arguments?: string };
  return { name: name ?? '', arguments: readArguments(text) };
}

/** The runs of agents of a cancelled evaluation are cancelled too; one that goes on elsewhere keeps them. */
async function cancelWith({ database }: EvalParts, { run }: UnitAttempt, id: string): Promise<void> {
  const found = await database.evalRuns.find(run.organizationId, run.id);
  if (found === undefined || found.status === 'cancelled') await database.agentRuns.cancel(id, async () => undefined);
}

/** An id in the form of a UUIDv7 with the time of the evaluation, so that lists by time have it in its place. */
function agentRunIdOf({ run, unit }: UnitAttempt): string {
  const { position, repeat, target } = unit;
  const digest = createHash('sha256').update(`${run.id} ${target} ${position} ${repeat}`).digest('hex');
  return `${run.id.slice(0, 13)}-7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`;
}
