import type { AnyRequest } from '@multilane/contracts';
import { MODEL_TYPES } from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';
import { compileRequestSchema, NON_EMPTY_STRING, objectOf, requireJsonObject } from '@multilane/validation';
import type { NewBatchRequest } from '../../services/background-jobs.js';
import { ASYNC_ENDPOINTS } from '../async/async.endpoints.js';
import type { EndpointDescriptor, EndpointRoute } from '../descriptor.js';
import { EMBEDDINGS } from '../embeddings/embeddings.endpoint.js';
import { MODERATIONS } from '../moderations/moderations.endpoint.js';
import { RERANK } from '../rerank/rerank.endpoint.js';
import { readQuery } from '../stored-objects.js';

/** Operation on batches. */
export interface BatchesRequest extends AnyRequest {
  readonly operation: 'create' | 'list' | 'retrieve' | 'cancel';
  readonly batch_id?: string;
  /** Members of the body of `create`. */
  readonly batch?: NewBatchRequest;
  readonly after?: string | undefined;
  readonly limit?: number;
}

/**
 * The endpoints that lines of batches may be sent to, as they run: with the models of the catalog alone
 * (docs/contract/batches.md#requests).
 */
export const BATCH_LINE_ENDPOINTS: readonly EndpointDescriptor[] = [
  ...ASYNC_ENDPOINTS.flatMap(({ runsLaterAt }) => (runsLaterAt === undefined ? [] : [runsLaterAt])),
  ...[EMBEDDINGS, MODERATIONS, RERANK].map((endpoint): EndpointDescriptor => ({ ...endpoint, source: 'catalog' })),
];

const PATHS = BATCH_LINE_ENDPOINTS.map(({ route }) => route.path);

const BATCHES_PATH = '/v1/batches';
const ONE = `${BATCHES_PATH}/{batch_id}`;
const DEFAULT_LIMIT = 20;
const LONGEST_LIMIT = 100;

/** The reference's bounds of metadata. */
const MOST_METADATA = 16;
const METADATA_KEY = 64;
const METADATA_VALUE = 512;

const createSchema = objectOf(
  'a JSON object',
  {
    input_file_id: { ...NON_EMPTY_STRING, maxLength: 256, description: 'the id of a file with the purpose batch' },
    endpoint: { type: 'string', enum: PATHS, description: `one of ${PATHS.join(', ')}` },
    completion_window: { type: 'string', enum: ['24h'], description: '24h' },
    metadata: { type: ['object', 'null'], description: 'an object of strings, or null' },
    webhook_url: { type: ['string', 'null'], description: 'an address, or null' },
    output_expires_after: {
      type: ['object', 'null'],
      description: 'an object with `anchor: created_at` and `seconds`, how long results are stored, or null',
    },
  },
  ['input_file_id', 'endpoint', 'completion_window'],
);

const MEMBERS: ReadonlySet<string> = new Set(Object.keys(createSchema.properties ?? {}));

const checkCreate = compileRequestSchema(createSchema);

const LIST_QUERY = {
  limit: `How many are listed at most: 1 to ${LONGEST_LIMIT}, ${DEFAULT_LIMIT} where it is left out.`,
  after: 'The id behind which the list goes on.',
};

/** The endpoints of batches (docs/contract/batches.md). */
export const BATCHES: readonly EndpointDescriptor<BatchesRequest>[] = [
  describeBatches('create', { method: 'POST', path: BATCHES_PATH }, 'Starts a batch of requests.', 'The batch.'),
  describeBatches('list', { method: 'GET', path: BATCHES_PATH }, 'Lists the batches of the caller.', 'The batches.'),
  describeBatches('retrieve', { method: 'GET', path: ONE }, 'Describes a batch.', 'The batch.'),
  describeBatches('cancel', { method: 'POST', path: `${ONE}/cancel` }, 'Cancels a batch.', 'The batch.'),
];

function describeBatches(
  operation: BatchesRequest['operation'],
  route: EndpointRoute,
  summary: string,
  answer: string,
): EndpointDescriptor<BatchesRequest> {
  const isCreate = operation === 'create';
  return {
    name: 'batches',
    route,
    recordedAs: route.method === 'GET' ? 'read' : 'write',
    body: isCreate ? 'json' : 'none',
    answers: ['json'],
    docs: { summary, answer, schema: isCreate ? createSchema : undefined },
    format: undefined,
    isBatches: true,
    modelTypes: MODEL_TYPES,
    source: 'catalog',
    ...(operation === 'list' && { query: LIST_QUERY }),
    validate: (body, params, query) => {
      if (isCreate) return { operation, batch: readCreation(body) };
      if (operation === 'list') return { operation, ...readPage(query) };
      return { operation, batch_id: params?.batch_id ?? '' };
    },
  };
}

function readCreation(body: unknown): NewBatchRequest {
  const members = requireJsonObject(body);
  checkCreate(members);
  const unknown = Object.keys(members).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined) {
    throw unsupported(unknown.slice(0, 100), 'is not supported.');
  }
  checkMetadata(members.metadata);
  return members as unknown as NewBatchRequest;
}

function checkMetadata(metadata: unknown): void {
  const entries = Object.entries((metadata ?? {}) as object);
  const isWithin =
    entries.length <= MOST_METADATA &&
    entries.every(
      ([key, value]) => key.length <= METADATA_KEY && typeof value === 'string' && value.length <= METADATA_VALUE,
    );
  if (isWithin) return;
  throw new GatewayError('invalid_value', {
    param: 'metadata',
    message: `\`metadata\` may have ${MOST_METADATA} members: names of up to ${METADATA_KEY} characters, and strings of up to ${METADATA_VALUE}.`,
  });
}

function readPage(query: URLSearchParams | undefined): { after: string | undefined; limit: number } {
  const { after, limit } = readQuery(query);
  if (limit === undefined) return { after, limit: DEFAULT_LIMIT };
  const number = /^\d{1,3}$/.test(limit) ? Number(limit) : 0;
  if (number >= 1 && number <= LONGEST_LIMIT) return { after, limit: number };
  throw new GatewayError('invalid_value', {
    param: 'limit',
    message: `\`limit\` must be an integer from 1 to ${LONGEST_LIMIT}.`,
  });
}
