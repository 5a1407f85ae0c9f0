import { type StreamResponse, Task } from '@a2a-js/sdk';
import {
  PushNotificationNotSupportedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors';
import type { AgentTask, AgentTaskContent } from '../services/agent-task-service.js';
import type { A2aExchange } from './a2a-exchange.js';
import { readList, readSend, readTask, type SentMessage } from './read-params.js';
import { writeArtifacts, writeMetadata, writeStatus, writeTask } from './write-task.js';

/** Answer of a method: a result, or events. */
interface MethodAnswer {
  readonly result?: unknown;
  readonly events?: AsyncGenerator<StreamResponse>;
}

type Method = (exchange: A2aExchange, params: unknown) => Promise<MethodAnswer>;

/** Characters of questions and answers in one list at most; the others are on the pages behind. */
const LISTED_CHARACTERS = 4_000_000;

/** The methods of A2A 1.0, by their names in JSON-RPC. */
export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['SendMessage', sendMessage],
  ['SendStreamingMessage', sendStreamingMessage],
  ['GetTask', getTask],
  ['ListTasks', listTasks],
  ['CancelTask', cancelTask],
  ['SubscribeToTask', subscribeToTask],
  ['CreateTaskPushNotificationConfig', refusePush],
  ['GetTaskPushNotificationConfig', refusePush],
  ['ListTaskPushNotificationConfigs', refusePush],
  ['DeleteTaskPushNotificationConfig', refusePush],
  ['GetExtendedAgentCard', refuseExtendedCard],
]);

async function sendMessage(exchange: A2aExchange, params: unknown): Promise<MethodAnswer> {
  const sent = readSend(params);
  let task = await begin(exchange, sent);
  if (!sent.returnImmediately) {
    for await (const changed of exchange.tasks.follow(exchange, task.id, exchange.signal)) task = changed;
  }
  const content = await exchange.tasks.readContent(task);
  return { result: { task: Task.toJSON(cutHistory(writeTask(task, content), sent.historyLength)) } };
}

async function sendStreamingMessage(exchange: A2aExchange, params: unknown): Promise<MethodAnswer> {
  const sent = readSend(params);
  const { id } = await begin(exchange, sent);
  return { events: writeChanges(exchange, exchange.tasks.follow(exchange, id, exchange.signal), sent.historyLength) };
}

async function getTask(exchange: A2aExchange, params: unknown): Promise<MethodAnswer> {
  const { historyLength, id } = readTask(params);
  const task = await demandTask(exchange, id);
  return { result: Task.toJSON(cutHistory(writeTask(task, await exchange.tasks.readContent(task)), historyLength)) };
}

async function listTasks(exchange: A2aExchange, params: unknown): Promise<MethodAnswer> {
  const { historyLength, includesArtifacts, pageSize, request } = readList(params);
  if (request === undefined) return { result: { tasks: [], nextPageToken: '', pageSize, totalSize: 0 } };
  const { nextCursor, tasks, total } = await exchange.tasks.list(exchange, request);
  const written: unknown[] = [];
  let size = 0;
  let next = nextCursor;
  for (const task of tasks) {
    const content = await exchange.tasks.readContent(task);
    size += sizeOf(content);
    const listed = cutHistory(writeTask(task, content), historyLength);
    written.push(Task.toJSON(includesArtifacts ? listed : { ...listed, artifacts: [] }));
    if (size > LISTED_CHARACTERS && written.length < tasks.length) {
      next = task.cursor;
      break;
    }
  }
  return { result: { tasks: written, nextPageToken: next ?? '', pageSize, totalSize: total } };
}

async function cancelTask(exchange: A2aExchange, params: unknown): Promise<MethodAnswer> {
  const { id } = readTask(params);
  await demandTask(exchange, id);
  if (!(await exchange.tasks.cancel(exchange, id))) throw new TaskNotCancelableError();
  const task = await demandTask(exchange, id);
  return { result: Task.toJSON(writeTask(task, await exchange.tasks.readContent(task))) };
}

async function subscribeToTask(exchange: A2aExchange, params: unknown): Promise<MethodAnswer> {
  const { historyLength, id } = readTask(params);
  const { state } = await demandTask(exchange, id);
  if (state === 'completed' || state === 'failed' || state === 'cancelled') {
    throw new UnsupportedOperationError('The task has ended. Ask for it with GetTask.');
  }
  const changes = exchange.tasks.subscribe(exchange, id, exchange.signal);
  return { events: writeChanges(exchange, changes, historyLength) };
}

async function refusePush(): Promise<MethodAnswer> {
  throw new PushNotificationNotSupportedError();
}

async function refuseExtendedCard(): Promise<MethodAnswer> {
  throw new UnsupportedOperationError('Agents have no extended card.');
}

async function begin(exchange: A2aExchange, { contextId, messageId, taskId, text }: SentMessage): Promise<AgentTask> {
  const { admission, agent, clientAddress, headers, policies, tasks } = exchange;
  if (taskId !== undefined) {
    await demandTask(exchange, taskId);
    throw new UnsupportedOperationError(
      'A task takes one message. Leave `taskId` out, and name the context of the task in `contextId`.',
    );
  }
  await policies.begin();
  return tasks.begin({ admission, agent, clientAddress, headers, input: text, messageId, contextId });
}

/** @throws TaskNotFoundError for a task of anybody else, or of another agent */
async function demandTask(exchange: A2aExchange, id: string): Promise<AgentTask> {
  const task = await exchange.tasks.find(exchange, id);
  if (task === undefined) throw new TaskNotFoundError();
  return task;
}

/** The task as it is, and then what changes. */
async function* writeChanges(
  { tasks }: A2aExchange,
  changes: AsyncIterable<AgentTask>,
  historyLength: number | undefined,
): AsyncGenerator<StreamResponse> {
  let isFirst = true;
  for await (const task of changes) {
    const { contextId, id: taskId, state } = task;
    if (isFirst) {
      isFirst = false;
      const value = cutHistory(writeTask(task, await tasks.readContent(task)), historyLength);
      yield { payload: { $case: 'task', value } };
      continue;
    }
    const content = state === 'completed' || state === 'failed' ? await tasks.readContent(task) : undefined;
    for (const artifact of writeArtifacts(task, content)) {
      const value = { taskId, contextId, artifact, append: false, lastChunk: true, metadata: undefined };
      yield { payload: { $case: 'artifactUpdate', value } };
    }
    const status = writeStatus(task, content);
    const value = { taskId, contextId, status, metadata: writeMetadata(task, content) };
    yield { payload: { $case: 'statusUpdate', value } };
  }
}

/** A task has one message at most. */
function cutHistory(task: Task, historyLength: number | undefined): Task {
  return historyLength === 0 ? { ...task, history: [] } : task;
}

function sizeOf(content: AgentTaskContent | undefined): number {
  return (content?.question.length ?? 0) + (content?.answer?.length ?? 0);
}
