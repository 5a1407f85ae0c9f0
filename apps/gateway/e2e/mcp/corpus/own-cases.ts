import { type CorpusCase, INVALID_PARAMS, type Rejection } from './read-corpus.js';
import type { Era, Members } from './scripted-server.js';

const OLD = '2025-11-25';
const NEW = '2026-07-28';

const VALUES: readonly (readonly [era: Era, type: string, value: Members])[] = [
  [OLD, 'CallToolRequest', { method: 'tools/call', params: { name: 'get_weather', arguments: { location: 'Graz' } } }],
  [NEW, 'CallToolRequestParams', { name: 'get_weather', arguments: {}, _meta: { progressToken: 'own' } }],
  [
    OLD,
    'InitializeRequest',
    {
      method: 'initialize',
      params: { protocolVersion: OLD, capabilities: {}, clientInfo: { name: 'own', version: '1' } },
    },
  ],
  [OLD, 'ListToolsRequest', { method: 'tools/list', params: { cursor: 'b3du' } }],
  [OLD, 'TaskAugmentedRequestParams', { task: { ttl: 1_000 } }],
  [OLD, 'SetLevelRequest', { method: 'logging/setLevel', params: { level: 'debug' } }],
  [NEW, 'SubscriptionsListenRequest', { id: 'own', method: 'subscriptions/listen', params: { notifications: {} } }],
  [NEW, 'CompleteResult', { resultType: 'complete', completion: { values: ['own'], total: 1, hasMore: false } }],
  [OLD, 'InitializedNotification', { method: 'notifications/initialized' }],
  [NEW, 'CancelledNotificationParams', { requestId: 'own' }],
  [OLD, 'CreateMessageResult', { role: 'assistant', content: { type: 'text', text: 'Own.' }, model: 'own' }],
  [OLD, 'LoggingMessageNotification', { method: 'notifications/message', params: { level: 'info', data: 'own' } }],
  [NEW, 'ProgressNotification', { method: 'notifications/progress', params: { progressToken: 'own', progress: 1 } }],
  [OLD, 'ListRootsRequest', { method: 'roots/list' }],
  [NEW, 'CreateMessageRequest', { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } }],
  [NEW, 'BooleanSchema', { type: 'boolean', title: 'Own' }],
  [NEW, 'InputRequiredResult', { resultType: 'input_required', requestState: 'own' }],
  [NEW, 'ListToolsResult', { tools: [{ name: 'own', inputSchema: { type: 'object' } }], nextCursor: 'b3du' }],
  [NEW, 'ReadResourceResult', { contents: [{ uri: 'file:///own.txt', text: 'Own.' }] }],
  [OLD, 'GetPromptResult', { messages: [{ role: 'user', content: { type: 'text', text: 'Own.' } }] }],
  [OLD, 'EmptyResult', {}],
  [NEW, 'TextContent', { type: 'text', text: 'Own.', annotations: { priority: 1 } }],
  [NEW, 'Tool', { name: 'own', inputSchema: { type: 'object' }, outputSchema: { type: 'string' } }],
  [
    NEW,
    'DiscoverResult',
    {
      resultType: 'complete',
      supportedVersions: [NEW],
      capabilities: {},
      instructions: 'Own.',
      ttlMs: 0,
      cacheScope: 'private',
    },
  ],
  [NEW, 'ServerCapabilities', { prompts: {} }],
  [NEW, 'InternalError', { code: -32_603, message: 'Own.' }],
  [OLD, 'MethodNotFoundError', { code: -32_601, message: 'Own.' }],
  [
    NEW,
    'UnsupportedProtocolVersionError',
    { id: 7, error: { code: -32_022, message: 'No', data: { requested: '1999-01-01' } } },
  ],
];

/** A case of our own for each way to play one, so that a clone without the corpus tests the rules. */
export const OWN_CASES: readonly CorpusCase[] = VALUES.map(([era, type, value], index) => ({
  name: `own/${era}/${type}/${index}`,
  era,
  type,
  value,
}));

const whole = (message: Members): Members => ({ jsonrpc: '2.0', ...message });

export const OWN_REJECTIONS: readonly Rejection[] = [
  { name: 'own batch', message: [whole({ id: 1, method: 'ping' })], expected: 'onerror', codes: [] },
  { name: 'own response', message: whole({ id: 'none', result: {} }), expected: 'onerror', codes: [] },
  { name: 'own notification', message: whole({ method: 'notifications/own' }), expected: 'ignored', codes: [] },
  { name: 'own method', message: whole({ id: 2, method: 'own/method' }), expected: 'error-response', codes: [-32_601] },
  {
    name: 'own parameters',
    message: whole({ id: 3, method: 'tools/call', params: { name: [] } }),
    expected: 'error-response',
    codes: INVALID_PARAMS,
  },
  {
    name: 'own call',
    message: whole({ id: 4, method: 'tools/call', params: { name: 'echo' } }),
    expected: 'result-response',
    codes: [],
  },
];
