import { expect } from '@jest/globals';
import { CALL_RESULT, defaultServer, toResult } from './default-server.js';
import {
  answered,
  needsInput,
  questioned,
  refused,
  repeated,
  type Scene,
  said,
  served,
  taken,
  toSent,
  unasked,
} from './scenes.js';
import type { Era, Members, Message } from './scripted-server.js';

type Play = (era: Era, value: Members) => Scene;

const CALL: Message = { method: 'tools/call', params: { name: 'get_weather', arguments: {} } };
const PROMPT: Message = { method: 'prompts/get', params: { name: 'code_review', arguments: { code: '' } } };

/** Some values are whole messages, some lack the envelope. */
const messageOf = (value: Members): Message => value as Message;
const resultOf = (value: Members): Members => (value.result as Members | undefined) ?? value;

const call =
  (params: Members): Play =>
  (era, value) => {
    const sent = { ...CALL, params: { ...CALL.params, ...params, ...value } };
    return served(era, sent, checkCall(sent.params));
  };

const checkCall =
  (params: Members): Parameters<typeof served>[2] =>
  (result, { asked, messages }) => {
    const meta = (params._meta ?? {}) as Members;
    expect(result).toMatchObject(CALL_RESULT);
    const { name, arguments: values } = params;
    expect(asked.at(-1)).toMatchObject({ method: 'tools/call', params: { name, arguments: values } });
    const reports = messages.filter(({ method }) => method === 'notifications/progress');
    const wanted = meta.progressToken === undefined ? [] : [{ params: { progressToken: meta.progressToken } }];
    expect(reports).toMatchObject(wanted);
  };

/** The member of a result that has what was asked for. */
const MEMBERS: Readonly<Record<string, string>> = {
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/read': 'contents',
};

const request: Play = (era, value) => {
  const { method = '', params = {} } = messageOf(value);
  if (method === 'tools/call') return served(era, messageOf(value), checkCall(params));
  return served(era, messageOf(value), (given) => expect(given[MEMBERS[method] ?? '']).toHaveLength(1));
};

const refusal: Play = (era, value) => refused(era, messageOf(value));

/** Lists have one page: the gateway issues no cursor, so each that it is sent is invalid. */
const withCursor: Play = (era, value) => {
  const sent = value.method === undefined ? { method: 'tools/list', params: value } : messageOf(value);
  return {
    script: defaultServer(era, {}),
    sent: toSent(era, sent),
    check: ({ answer }) => expect(answer?.error?.code).toBe(-32_602),
  };
};

const notification: Play = (era, value) =>
  taken(era, value.method === undefined ? { method: 'notifications/cancelled', params: value } : messageOf(value));

const fromServer =
  (method?: string): Play =>
  (era, value) =>
    said(era, method === undefined ? messageOf(value) : { method, params: value });

const progress: Play = (era, value) => {
  const { params = {} } = messageOf(value);
  const scene = served(
    era,
    { ...CALL, params: { ...CALL.params, _meta: { progressToken: params.progressToken } } },
    (_, { messages }) => expect(messages[0]).toMatchObject({ method: 'notifications/progress', params }),
  );
  const replies: Parameters<typeof defaultServer>[1]['replies'] = {
    'tools/call': ({ params: asked }) => [
      {
        method: 'notifications/progress',
        params: { ...params, progressToken: ((asked?._meta ?? {}) as Members).progressToken },
      },
      toResult(era, CALL_RESULT),
    ],
  };
  return { ...scene, script: defaultServer(era, { replies }) };
};

const content: Play = (era, value) => answered(era, CALL, { content: [value] });

const listed =
  (noun: 'tools' | 'resources'): Play =>
  (era, value) =>
    answered(era, { method: `${noun}/list` }, { [noun]: [value] });

const result =
  (sent: Message): Play =>
  (era, value) =>
    answered(era, sent, resultOf(value));

const read =
  (toContents: (value: Members) => readonly Members[]): Play =>
  (era, value) => {
    const contents = toContents(value);
    const uri = contents[0]?.uri;
    const resources = [{ uri, name: 'a file' }];
    const list = () => [toResult(era, { resources })];
    return answered(era, { method: 'resources/read', params: { uri } }, { contents }, { 'resources/list': list });
  };

/** A form that a server wants filled in, with a field of this kind. */
const field: Play = (era, value) => {
  const requestedSchema = { type: 'object', properties: { field: value } };
  return questioned(era, { method: 'elicitation/create', params: { message: 'Fill it in.', requestedSchema } });
};

const sampling = (era: Era, messages: readonly Members[], more: Members = {}): Scene =>
  questioned(era, { method: 'sampling/createMessage', params: { messages, maxTokens: 100, ...more } });

const question: Play = (era, value) => questioned(era, messageOf(value));

const capabilities: Play = (era, value) => {
  const scene = served(era, { method: 'tools/list' }, (given, { asked }) => {
    const lists = asked.map(({ method = '' }) => method).filter((method) => method.endsWith('/list'));
    expect(new Set(lists.map((method) => method.split('/')[0]))).toEqual(
      new Set(['tools', 'resources', 'prompts'].filter((noun) => noun in value)),
    );
    expect(given.tools).toHaveLength('tools' in value ? 2 : 0);
  });
  return { ...scene, script: defaultServer(era, { capabilities: value }) };
};

const discovery: Play = (era, value) => {
  const scene = served(era, { method: 'server/discover' }, ({ instructions, supportedVersions }) => {
    expect(supportedVersions).toContain(era);
    expect(instructions).toBe(value.instructions);
  });
  return { ...scene, script: defaultServer(era, { replies: { 'server/discover': () => [{ result: value }] } }) };
};

const failure: Play = (era, value) => ({
  script: defaultServer(era, { replies: { 'tools/call': () => [{ error: value as never }] } }),
  sent: toSent(era, CALL),
  check: ({ answer }) => expect(answer).toMatchObject({ id: 1, error: { code: value.code, message: value.message } }),
});

/** A server that rejects one list keeps its others. */
const missingList: Play = (era, value) => {
  const scene = served(era, { method: 'tools/list' }, ({ tools }) => expect(tools).toHaveLength(2));
  return { ...scene, script: defaultServer(era, { replies: { 'prompts/list': () => [{ error: value as never }] } }) };
};

const unsupported: Play = (era, value) => {
  const { error, id } = messageOf(value);
  const { requested } = (error?.data ?? {}) as Members;
  const meta = { 'io.modelcontextprotocol/protocolVersion': requested };
  return {
    script: defaultServer(era, {}),
    sent: toSent(era, { id: id ?? 1, method: 'tools/list', params: { _meta: meta } }),
    check: ({ answer, status }) => {
      expect([status, answer?.id, answer?.error?.code]).toEqual([400, id, error?.code]);
      expect(answer?.error?.data).toMatchObject({ requested, supported: expect.arrayContaining([era]) });
    },
  };
};

/** Scenes for each type of the corpus: by a client of the gateway, or by a server behind it. */
export const PLAYS: Readonly<Record<string, Play>> = {
  // Requests of clients.
  CallToolRequest: request,
  CallToolRequestParams: call({}),
  GetPromptRequestParams: (era, value) =>
    served(era, { ...PROMPT, params: value }, ({ messages }) => expect(messages).toHaveLength(1)),
  InitializeRequest: (era, value) =>
    served(era, messageOf(value), (given) =>
      expect(given).toMatchObject({ protocolVersion: era, serverInfo: { name: 'multilane' } }),
    ),
  JSONRPCRequest: request,
  ListPromptsRequest: request,
  ListResourcesRequest: request,
  ListToolsRequest: withCursor,
  PaginatedRequestParams: withCursor,
  ReadResourceRequest: request,
  TaskAugmentedRequestParams: call({}),
  // Parts of a session, and completion.
  CompleteRequest: refusal,
  SetLevelRequest: refusal,
  SubscribeRequest: refusal,
  SubscriptionsListenRequest: refusal,
  UnsubscribeRequest: refusal,
  CompleteResult: (era, value) =>
    refused(
      era,
      {
        method: 'completion/complete',
        params: { ref: { type: 'ref/prompt', name: 'code_review' }, argument: { name: 'code', value: 'p' } },
      },
      { 'completion/complete': () => [{ result: value }] },
    ),
  SubscriptionsListenResult: (era, value) =>
    refused(
      era,
      { method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true } } },
      { 'subscriptions/listen': () => [{ result: value }] },
    ),
  // Other messages of clients.
  CancelledNotification: notification,
  CancelledNotificationParams: notification,
  InitializedNotification: notification,
  RootsListChangedNotification: notification,
  CreateMessageResult: unasked,
  ListRootsResult: unasked,
  // Messages of servers within a call.
  LoggingMessageNotification: fromServer(),
  ProgressNotification: progress,
  PromptListChangedNotification: fromServer(),
  ResourceListChangedNotification: fromServer(),
  ResourceUpdatedNotification: fromServer(),
  ResourceUpdatedNotificationParams: fromServer('notifications/resources/updated'),
  SubscriptionsAcknowledgedNotification: fromServer(),
  TaskStatusNotification: fromServer(),
  ToolListChangedNotification: fromServer(),
  // Questions of servers to clients.
  CreateMessageRequest: question,
  ElicitRequest: question,
  ElicitRequestURLParams: (era, value) => questioned(era, { method: 'elicitation/create', params: value }),
  InputRequiredResult: (era, value) => ('inputRequests' in value ? needsInput(era, value) : repeated(era, value)),
  ListRootsRequest: question,
  BooleanSchema: field,
  StringSchema: field,
  TitledMultiSelectEnumSchema: field,
  TitledSingleSelectEnumSchema: field,
  UntitledMultiSelectEnumSchema: field,
  UntitledSingleSelectEnumSchema: field,
  ModelPreferences: (era, value) =>
    sampling(era, [{ role: 'user', content: { type: 'text', text: 'Hi' } }], { modelPreferences: value }),
  SamplingMessage: (era, value) => sampling(era, [value]),
  ToolResultContent: (era, value) => sampling(era, [{ role: 'user', content: [value] }]),
  ToolUseContent: (era, value) => sampling(era, [{ role: 'assistant', content: [value] }]),
  // Answers of servers.
  CallToolResultResponse: result(CALL),
  EmptyResult: (era, value) => served(era, { method: 'ping' }, (given) => expect(given).toEqual(value)),
  GetPromptResult: result(PROMPT),
  GetPromptResultResponse: result(PROMPT),
  ListPromptsResult: result({ method: 'prompts/list' }),
  ListPromptsResultResponse: result({ method: 'prompts/list' }),
  ListResourceTemplatesResult: result({ method: 'resources/templates/list' }),
  ListResourcesResultResponse: result({ method: 'resources/list' }),
  ListToolsResult: result({ method: 'tools/list' }),
  ReadResourceResult: read(({ contents }) => contents as readonly Members[]),
  TextResourceContents: read((value) => [value]),
  AudioContent: content,
  EmbeddedResource: content,
  ImageContent: content,
  TextContent: content,
  Resource: listed('resources'),
  Tool: listed('tools'),
  // Descriptions of servers, and their failures.
  DiscoverResult: discovery,
  ServerCapabilities: capabilities,
  InternalError: failure,
  MethodNotFoundError: missingList,
  UnsupportedProtocolVersionError: unsupported,
};
