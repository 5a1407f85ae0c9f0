import { ContentTypeNotSupportedError, PushNotificationNotSupportedError } from '@a2a-js/sdk/errors';
import { AGENT_BOUNDS } from '@multilane/agents';
import { GatewayError } from '@multilane/errors';
import {
  BOOLEAN,
  compileRequestSchema,
  FREE_OBJECT,
  integerBetween,
  objectOf,
  type RequestSchema,
  requireJsonObject,
  STRING,
} from '@multilane/validation';
import type { AgentTaskListRequest } from '../services/agent-task-service.js';

/** Ids that clients make are stored, and returned. */
const ID: RequestSchema = {
  type: 'string',
  pattern: '^[\\x21-\\x7e]{1,128}$',
  description: 'a text of 1 to 128 printable ASCII characters without spaces',
};
/** Also empty, as the default of the protocol is. */
const OPTIONAL_ID: RequestSchema = {
  ...ID,
  pattern: '^[\\x21-\\x7e]{0,128}$',
  description: 'a text of at most 128 printable ASCII characters without spaces',
};
const TENANT: RequestSchema = { type: 'string', maxLength: 0, description: 'left out: an agent has one address' };
const HISTORY = integerBetween(0, 2_147_483_647);
const PARTS = 100;
const LIST = 100;
const listOf = (items: RequestSchema, maxItems: number, description: string): RequestSchema => ({
  type: 'array',
  items,
  maxItems,
  description,
});

const PART = objectOf('a part', {
  text: STRING,
  raw: STRING,
  url: STRING,
  data: { description: 'JSON' },
  filename: STRING,
  mediaType: { type: 'string', maxLength: 256, description: 'a text of at most 256 characters' },
  metadata: FREE_OBJECT,
});

const MESSAGE = objectOf(
  'a message',
  {
    messageId: ID,
    contextId: OPTIONAL_ID,
    taskId: OPTIONAL_ID,
    role: { type: 'string', const: 'ROLE_USER', description: '"ROLE_USER"' },
    parts: { ...listOf(PART, PARTS, `a list of 1 to ${PARTS} parts`), minItems: 1 },
    metadata: FREE_OBJECT,
    extensions: listOf(STRING, LIST, `a list of at most ${LIST} texts`),
    referenceTaskIds: { type: 'array', maxItems: 0, description: 'left out: an agent reads no other tasks' },
  },
  ['messageId', 'role', 'parts'],
);

const checkSend = compileRequestSchema(
  objectOf(
    'an object',
    {
      tenant: TENANT,
      message: MESSAGE,
      metadata: FREE_OBJECT,
      configuration: objectOf('an object', {
        acceptedOutputModes: listOf(STRING, LIST, `a list of at most ${LIST} texts`),
        historyLength: HISTORY,
        returnImmediately: BOOLEAN,
        taskPushNotificationConfig: FREE_OBJECT,
      }),
    },
    ['message'],
  ),
);

const checkTask = compileRequestSchema(
  objectOf('an object', { tenant: TENANT, id: ID, historyLength: HISTORY, metadata: FREE_OBJECT }, ['id']),
);

const TASK_STATES: Readonly<Record<string, AgentTaskListRequest['state'] | 'none'>> = {
  TASK_STATE_UNSPECIFIED: undefined,
  TASK_STATE_SUBMITTED: 'submitted',
  TASK_STATE_WORKING: 'working',
  TASK_STATE_INPUT_REQUIRED: 'waiting',
  TASK_STATE_COMPLETED: 'completed',
  TASK_STATE_FAILED: 'failed',
  TASK_STATE_CANCELED: 'cancelled',
  TASK_STATE_REJECTED: 'none',
  TASK_STATE_AUTH_REQUIRED: 'none',
};

const checkList = compileRequestSchema(
  objectOf('an object', {
    tenant: TENANT,
    contextId: OPTIONAL_ID,
    status: { type: 'string', enum: Object.keys(TASK_STATES), description: 'a state of tasks' },
    pageSize: integerBetween(1, 100),
    pageToken: { type: 'string', maxLength: 200, description: 'the `nextPageToken` of a list' },
    historyLength: HISTORY,
    statusTimestampAfter: {
      type: 'string',
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$',
      description: 'a time such as "2026-11-26T12:00:00Z"',
    },
    includeArtifacts: BOOLEAN,
  }),
);

interface Part {
  readonly text?: string;
  readonly raw?: string;
  readonly url?: string;
  readonly data?: unknown;
  readonly mediaType?: string;
}

/** A question, as the parameters of SendMessage have it. */
export interface SentMessage {
  readonly messageId: string;
  readonly contextId: string | undefined;
  /** Set for a message that belongs to a task. */
  readonly taskId: string | undefined;
  readonly text: string;
  readonly historyLength: number | undefined;
  readonly returnImmediately: boolean;
}

/**
 * The parameters of SendMessage and SendStreamingMessage.
 *
 * @throws GatewayError that names the field, A2AError for what agents do not support
 */
export function readSend(params: unknown): SentMessage {
  const asked = requireJsonObject(params);
  checkSend(asked);
  const { configuration = {}, message } = asked as unknown as {
    readonly message: {
      readonly messageId: string;
      readonly contextId?: string;
      readonly taskId?: string;
      readonly parts: readonly Part[];
    };
    readonly configuration?: {
      readonly acceptedOutputModes?: readonly string[];
      readonly historyLength?: number;
      readonly returnImmediately?: boolean;
      readonly taskPushNotificationConfig?: object;
    };
  };
  if (configuration.taskPushNotificationConfig !== undefined) throw new PushNotificationNotSupportedError();
  const modes = configuration.acceptedOutputModes ?? [];
  if (modes.length > 0 && !modes.some((mode) => /^(text(\/.*)?|\*\/\*)$/.test(mode))) {
    throw new ContentTypeNotSupportedError('Agents answer with text/plain, which `acceptedOutputModes` does not name.');
  }
  const text = message.parts.map(readPart).join('\n');
  const param = 'message.parts';
  if (text.trim() === '' || text.length > AGENT_BOUNDS.input) {
    throw invalid(param, `must have 1 to ${AGENT_BOUNDS.input} characters of text in all`);
  }
  // Neither PostgreSQL nor a header stores these.
  if (/[\0\p{Surrogate}]/u.test(text)) throw invalid(param, 'must not contain NUL or half of a surrogate pair');
  return {
    messageId: message.messageId,
    contextId: message.contextId || undefined,
    taskId: message.taskId || undefined,
    text,
    historyLength: configuration.historyLength,
    returnImmediately: configuration.returnImmediately === true,
  };
}

function readPart({ data, mediaType = '', raw, text, url }: Part, at: number): string {
  const others = [data, raw, url].filter((each) => each !== undefined);
  if (text === undefined && others.length === 0) throw invalid(`message.parts[${at}]`, 'must have a text');
  if (text === undefined || others.length > 0 || !/^(text\/.*)?$/.test(mediaType)) {
    throw new ContentTypeNotSupportedError('Agents take parts of text only.');
  }
  return text;
}

/** A task that is asked for. */
export interface NamedTask {
  readonly id: string;
  readonly historyLength: number | undefined;
}

/** The parameters of GetTask, CancelTask and SubscribeToTask. @throws GatewayError that names the field */
export function readTask(params: unknown): NamedTask {
  const asked = requireJsonObject(params);
  checkTask(asked);
  const { historyLength, id } = asked as unknown as NamedTask;
  return { id, historyLength };
}

/** A list that is asked for. */
export interface TaskListing {
  /** Undefined if no task can be in it. */
  readonly request: AgentTaskListRequest | undefined;
  readonly pageSize: number;
  readonly historyLength: number | undefined;
  readonly includesArtifacts: boolean;
}

/** The parameters of ListTasks. @throws GatewayError that names the field */
export function readList(params: unknown): TaskListing {
  const asked = requireJsonObject(params ?? {});
  checkList(asked);
  const {
    contextId,
    historyLength,
    includeArtifacts = false,
    pageSize = 50,
    pageToken,
    status = 'TASK_STATE_UNSPECIFIED',
    statusTimestampAfter: after,
  } = asked as {
    readonly contextId?: string;
    readonly status?: string;
    readonly pageSize?: number;
    readonly pageToken?: string;
    readonly historyLength?: number;
    readonly statusTimestampAfter?: string;
    readonly includeArtifacts?: boolean;
  };
  const changedSince = after === undefined ? undefined : new Date(after);
  if (changedSince !== undefined && Number.isNaN(changedSince.getTime())) {
    throw invalid('statusTimestampAfter', 'must be a time such as "2026-11-26T12:00:00Z"');
  }
  const state = TASK_STATES[status];
  const request = {
    contextId: contextId || undefined,
    changedSince,
    limit: pageSize,
    cursor: pageToken || undefined,
  };
  return {
    request: state === 'none' ? undefined : { ...request, state },
    pageSize,
    historyLength,
    includesArtifacts: includeArtifacts,
  };
}

function invalid(param: string, words: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` ${words}.` });
}
