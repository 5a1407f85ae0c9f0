import type { RecordedRequest } from '../../recorded-request.js';
import { jsonReply } from '../../reply.js';
import { checkJsonCall, hasBearer } from '../check-head.js';
import { arrayOf, boolean, filledText, integer, nullable, oneOf, record, type Shape, text, textOr } from '../shape.js';
import type { Wire, WireFault } from '../wire.js';

const tokens = arrayOf(integer(0), 1);
const input: Shape = (value, param) => {
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  if (Array.isArray(first)) return arrayOf(tokens, 1, 2048)(value, param);
  return typeof first === 'number' ? tokens(value, param) : textOr(arrayOf(filledText, 1, 2048))(value, param);
};
const aboutEmbeddings = {
  dimensions: nullable(integer(1)),
  encoding_format: nullable(oneOf('float', 'base64')),
  user: nullable(text),
};
/** The body of platform.openai.com/docs/api-reference/embeddings; a deployment replaces the model in the address. */
const embeddings = record({ model: filledText, input }, aboutEmbeddings);
const deploymentEmbeddings = record({ input }, { model: filledText, ...aboutEmbeddings });
/** Fields on which the compatible hosts that rerank agree (docs.together.ai, docs.vllm.ai: "Rerank API"). */
const rerank = record(
  { model: filledText, query: filledText, documents: arrayOf(textOr(record({ text })), 1) },
  { top_n: nullable(integer(1)), return_documents: nullable(boolean) },
);

const ENDPOINTS: readonly (readonly [RegExp, Shape])[] = [
  [/^\/v1\/embeddings$/, embeddings],
  [/^\/openai\/deployments\/[^/]+\/embeddings$/, deploymentEmbeddings],
  [/^\/v1\/rerank$/, rerank],
];

/** POST /v1/embeddings, the same by deployment, and /v1/rerank, as group R speaks them. */
export const openAiEmbeddingsWire: Wire = {
  findFault: (request) => checkHead(request) ?? shapeFor(request.path)?.(request.body, ''),
  refuse: ({ message, param }) =>
    jsonReply(
      { error: { message, type: 'invalid_request_error', param: param ?? null, code: 'strict_upstream' } },
      { status: 400 },
    ),
  readIssued: () => ({ calls: [], thoughts: [] }),
};

function shapeFor(path: string): Shape | undefined {
  return ENDPOINTS.find(([pattern]) => pattern.test(path))?.[1];
}

function checkHead(request: RecordedRequest): WireFault | undefined {
  const { path, url, query, headers } = request;
  if (!shapeFor(path)) return { message: `unknown address ${url}` };
  const byDeployment = path.startsWith('/openai/deployments/');
  if (byDeployment && !query.get('api-version')) return { message: 'the query parameter api-version is missing' };
  if (!hasBearer(request) && !(byDeployment && headers['api-key'])) {
    return { message: byDeployment ? 'neither an api-key header nor a bearer token' : 'no bearer token' };
  }
  return checkJsonCall(request);
}
