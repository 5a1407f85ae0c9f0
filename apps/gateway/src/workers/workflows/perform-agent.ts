import { AGENT_BOUNDS, readRunOutput } from '@multilane/agents';
import { ERRORS } from '@multilane/errors';
import { type AgentRunRecord, cancelAgentRun, derivedId, type TakenStep } from '@multilane/persistence';
import { renderJson, type TaskOf, WORKFLOW_BOUNDS } from '@multilane/workflows';
import type { Performed } from './performed.js';
import type { StepRunnerParts } from './step-runner-parts.js';
import { StepFailure } from './steps/step-failure.js';
import type { StepAttempt } from './steps/step-parts.js';

const PAUSE_SECONDS = 10;
/** A step is woken by its agent. It also looks by itself, less and less often: the agent may be gone. Milliseconds. */
const LOOK_MS = 15_000;
const MOST_LOOK_MS = 600_000;
const DAY_MS = 24 * 3_600_000;

/**
 * An agent runs as a run of its own, which wakes the step when it ends or waits for a person. Its id follows from the step and the number
 * of the attempt: an attempt that begins again after a crash finds the run, and never begins a second one.
 *
 * @param timeoutSeconds how long an attempt may take as its author says, with the time in which the agent waits for a person
 */
export async function performAgent(
  { advancer, database }: StepRunnerParts,
  task: TaskOf<'agent'>,
  attempt: StepAttempt,
  timeoutSeconds: number | undefined,
): Promise<Performed> {
  const { findAdmission, run, step } = attempt;
  const id = derivedId(step.id, `agent ${step.attempts}`);
  const begun = await database.agentRuns.find(run.organizationId, id);
  if (begun !== undefined) return look(database, begun, timeoutSeconds);
  if (step.hasWaited) throw new StepFailure('not_found', 'The run of the agent was deleted.');
  const agent = await database.agents.find(run.organizationId, task.agent_id);
  if (agent?.workspaceId !== run.workspaceId) throw new StepFailure('not_found', 'The agent does not exist.');
  const { version = agent.version } = task;
  if (version > agent.version) throw new StepFailure('not_found', 'The agent has no such version.');
  const asked = readInput(task, attempt);
  const input = { agent_id: agent.id, agent: agent.name, version, input: asked };
  if (run.dryRun) {
    const output = { text: 'A simulated answer.', simulated: true };
    return { outcome: { status: 'succeeded', output, ...inputOf(step, input) } };
  }
  if ((await database.agentRuns.countOpen(run)) >= AGENT_BOUNDS.openRuns) {
    const message = `The workspace has ${AGENT_BOUNDS.openRuns} runs of agents that have not ended.`;
    throw new StepFailure('too_many_jobs', message, true, PAUSE_SECONDS);
  }
  const { caller } = await findAdmission();
  const { organizationId, workspaceId } = run;
  const begin = {
    id,
    organizationId,
    workspaceId,
    agentId: agent.id,
    version,
    userId: caller.userId ?? null,
    identity: run.identity as object,
    clientAddress: null,
    input: asked,
    usesCache: run.usesCache,
    workflowStepId: step.id,
  };
  return {
    outcome: {
      status: 'waiting',
      dueAt: nextLook(new Date(), timeoutSeconds),
      ...inputOf(step, { ...input, agent_run_id: id }),
    },
    within: async (sql) => {
      if (await database.agentRuns.createWithin(sql, begin)) await advancer.enqueueAgentRun(sql, run, id);
    },
  };
}

/** Reads the state of the agent's run. */
async function look(
  database: StepRunnerParts['database'],
  begun: AgentRunRecord,
  timeoutSeconds: number | undefined,
): Promise<Performed> {
  const { completedAt, createdAt, id, status, usage } = begun;
  if (completedAt === null) {
    const isOver = timeoutSeconds !== undefined && createdAt.getTime() + timeoutSeconds * 1_000 <= Date.now();
    if (!isOver) {
      const waitsFor = status === 'awaiting_approval' ? ('agent_approval' as const) : undefined;
      return { outcome: { status: 'waiting', dueAt: nextLook(createdAt, timeoutSeconds), waitsFor } };
    }
    await cancelAgentRun(database, begun);
    throw new StepFailure('timeout', `The agent took longer than ${timeoutSeconds} s.`, true);
  }
  const content = await database.agentRuns.readContent(id);
  if (content === undefined) throw new StepFailure('not_found', 'The run of the agent was deleted.');
  const { answer, citations, error, finish_reason } = readRunOutput(content.output);
  if (status === 'completed') {
    const used = {
      prompt_tokens: usage.promptTokens,
      completion_tokens: usage.completionTokens,
      cost_usd: usage.costUsd,
      steps: usage.steps,
      tool_calls: usage.toolCalls,
    };
    const output = { text: answer ?? '', citations, finish_reason, agent_run_id: id, usage: used };
    return { outcome: { status: 'succeeded', output } };
  }
  throw toFailure(begun, error);
}

/** A limit and a cancellation are final. Another failure of the agent may pass, as the error says. */
function toFailure(
  { status, stopReason }: AgentRunRecord,
  error: { readonly code: string; readonly message: string } | undefined,
): StepFailure {
  if (status === 'cancelled') return new StepFailure('agent_cancelled', 'The run of the agent was cancelled.');
  if (status === 'incomplete') {
    return new StepFailure(`agent_${stopReason}`, `The agent stopped before its answer: ${stopReason}.`);
  }
  const code = error?.code ?? 'agent_failed';
  const httpStatus = Object.hasOwn(ERRORS, code) ? ERRORS[code as keyof typeof ERRORS].status : 0;
  const message = error?.message ?? 'The agent failed.';
  return new StepFailure(code, `The agent failed: ${message}`, httpStatus === 429 || httpStatus >= 500);
}

/** Texts are asked as they are, and other values as JSON. */
function readInput(task: TaskOf<'agent'>, { data }: StepAttempt): string {
  const value = renderJson(task.input, data);
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  if (text.trim() === '') throw new StepFailure('invalid_value', 'The input of the agent is empty.');
  if (text.length > AGENT_BOUNDS.input)
    throw new StepFailure('input_too_large', 'The input of the agent is too large.');
  return text;
}

function nextLook(since: Date, timeoutSeconds: number | undefined): Date {
  const age = Date.now() - since.getTime();
  const look = Date.now() + Math.min(MOST_LOOK_MS, LOOK_MS + age / 10);
  const limitMs = timeoutSeconds === undefined ? WORKFLOW_BOUNDS.waitDays * DAY_MS : timeoutSeconds * 1_000;
  return new Date(Math.min(look, Math.max(Date.now(), since.getTime() + limitMs)));
}

/** An item of a `map` step keeps its input, which is the item itself. */
const inputOf = ({ iteration }: TakenStep, input: unknown): { readonly input?: unknown } =>
  iteration < 0 ? { input } : {};
