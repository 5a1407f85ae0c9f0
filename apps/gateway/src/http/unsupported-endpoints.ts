/**
 * Surfaces that other services have and this one does not (docs/contract/requests.md#unsupported-endpoints), with what
 * to use instead.
 */
const UNSUPPORTED_SURFACES: readonly (readonly [path: string, alternative: string])[] = [
  ['/v1/assistants', 'workspace agents, or chat completions with tools'],
  ['/v1/threads', 'workspace agents, or messages carrying the conversation'],
  ['/v1/conversations', '/v1/responses with the conversation in input'],
  ['/v1/vector_stores', '/v1/kb and /v1/docsets'],
  ['/v1/containers', 'workspace agents'],
  ['/v1/uploads', '/v1/files'],
  ['/v1/evals', '/admin/evals on the workspace service'],
  ['/v1/organization', 'the workspace admin API under /admin'],
];

/** Endpoints that this version does not serve yet. */
const LATER_SURFACES: readonly string[] = [
  '/v1/images',
  '/v1/audio',
  '/v1/files',
  '/v1/fine_tuning',
  '/v1/realtime',
  '/v1/async',
  '/v1/kb',
  '/v1/docsets',
];

/** What a lost caller is shown. */
const SERVED: readonly string[] = [
  '/v1/chat/completions',
  '/v1/responses',
  '/v1/messages',
  '/v1/completions',
  '/v1/embeddings',
  '/v1/rerank',
  '/v1/moderations',
  '/v1/decision',
  '/v1/models',
];

/** What the reference has beneath /v1/responses that is no stored response, with what to use instead. */
const BESIDE_RESPONSES: readonly (readonly [path: string, explanation: string])[] = [
  [
    '/v1/responses/compact',
    'A conversation is not compacted by the gateway: summarise the earlier items by a request of your own, and send the summary in input of POST /v1/responses.',
  ],
  [
    '/v1/responses/input_tokens',
    'Input tokens of responses are not counted ahead. POST /v1/messages/count_tokens counts those of a message, and every response reports its usage.',
  ],
];

/** The message of a 404 for a path that no route serves: it names the way that does work. */
export function explainMissingEndpoint(path: string): string {
  if (/^\/v1\/v1(\/|$)/.test(path)) {
    return 'The path holds /v1 twice: the base URL of the client already ends in /v1, or must not.';
  }
  const unsupported = UNSUPPORTED_SURFACES.find(([surface]) => isUnder(path, surface));
  if (unsupported) return `${unsupported[0]} is not supported. Use ${unsupported[1]}.`;
  const later = LATER_SURFACES.find((surface) => isUnder(path, surface));
  if (later) return `${later} is not served by this version.`;
  const beside = BESIDE_RESPONSES.find(([surface]) => isUnder(path, surface));
  if (beside) return `${beside[0]} is not supported. ${beside[1]}`;
  if (isUnder(path, '/v1/responses')) {
    return 'Responses are not stored, so none can be asked for. POST /v1/responses with the conversation in input.';
  }
  return `There is no such endpoint. This gateway serves ${SERVED.join(', ')}.`;
}

/** The message of a 404 for a path outside /v1: mostly a base URL that lacks it. */
export function explainUnknownPath(path: string): string {
  const isEndpoint = SERVED.some((endpoint) => isUnder(`/v1${path}`, endpoint));
  if (isEndpoint) return `Unknown path. Add /v1 to the base URL of your client: this endpoint is /v1${path}.`;
  return 'Unknown path. API endpoints start with /v1; GET / lists the rest.';
}

function isUnder(path: string, surface: string): boolean {
  return path === surface || path.startsWith(`${surface}/`);
}
