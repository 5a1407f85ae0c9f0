import { type Artifact, type Message, type Part, Role, type Task, TaskState, type TaskStatus } from '@a2a-js/sdk';
import type { AgentTask, AgentTaskContent } from '../services/agent-task-service.js';
import { TEXT } from './write-card.js';

const STATES: Readonly<Record<AgentTask['state'], TaskState>> = {
  submitted: TaskState.TASK_STATE_SUBMITTED,
  working: TaskState.TASK_STATE_WORKING,
  waiting: TaskState.TASK_STATE_INPUT_REQUIRED,
  completed: TaskState.TASK_STATE_COMPLETED,
  failed: TaskState.TASK_STATE_FAILED,
  cancelled: TaskState.TASK_STATE_CANCELED,
};

const WAITS =
  'The agent needs the approval of a person for a call: in the console, or with POST /w/agents/{id}/runs/{run_id}/approvals. The id of the ' +
  'run is that of the task. Then ask for the task again.';

/** A task with its question and answer. A task whose content is not asked for, or gone, is written without both. */
export function writeTask(task: AgentTask, content: AgentTaskContent | undefined): Task {
  const { contextId, id, messageId } = task;
  const question: Message[] = content
    ? [{ ...EMPTY_MESSAGE, messageId, contextId, taskId: id, role: Role.ROLE_USER, parts: [toPart(content.question)] }]
    : [];
  return {
    id,
    contextId,
    status: writeStatus(task, content),
    artifacts: writeArtifacts(task, content),
    history: question,
    metadata: writeMetadata(task, content),
  };
}

/** Status of a task. A task that ended without an answer has an explanation in words. */
export function writeStatus(task: AgentTask, content: AgentTaskContent | undefined): TaskStatus {
  const { changedAt, contextId, id, state } = task;
  const words = explain(task, content);
  return {
    state: STATES[state],
    message:
      words === undefined
        ? undefined
        : {
            ...EMPTY_MESSAGE,
            messageId: `${id}-${state}`,
            contextId,
            taskId: id,
            role: Role.ROLE_AGENT,
            parts: [toPart(words)],
          },
    timestamp: changedAt.toISOString(),
  };
}

/** The answer. Text of an agent that a limit ended is no answer, and is named so. */
export function writeArtifacts({ state }: Pick<AgentTask, 'state'>, content: AgentTaskContent | undefined): Artifact[] {
  const { answer = null, citations = [] } = content ?? {};
  if (answer === null || (state === 'failed' && answer === '')) return [];
  const name = state === 'completed' ? 'answer' : 'partial-answer';
  return [
    {
      artifactId: name,
      name,
      description: '',
      parts: [toPart(answer)],
      metadata: citations.length > 0 ? { citations } : undefined,
      extensions: [],
    },
  ];
}

/** Facts of a task that has ended. */
export function writeMetadata(task: AgentTask, content: AgentTaskContent | undefined): Task['metadata'] {
  const { completionTokens, promptTokens, stopReason } = task;
  if (stopReason === null) return undefined;
  return {
    stop_reason: stopReason,
    ...(typeof content?.finishReason === 'string' && { finish_reason: content.finishReason }),
    ...(content?.error && { error_code: content.error.code }),
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  };
}

const EMPTY_MESSAGE = { metadata: undefined, extensions: [], referenceTaskIds: [] };

function toPart(value: string): Part {
  return { content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: TEXT };
}

function explain({ state, stopReason }: AgentTask, content: AgentTaskContent | undefined): string | undefined {
  if (state === 'waiting') return WAITS;
  if (state === 'cancelled') return 'The task was cancelled.';
  if (state !== 'failed') return undefined;
  if (stopReason !== null && stopReason !== 'error') return `The agent stopped before its answer: ${stopReason}.`;
  return `The agent failed: ${content?.error?.message ?? 'for an unknown reason.'}`;
}
