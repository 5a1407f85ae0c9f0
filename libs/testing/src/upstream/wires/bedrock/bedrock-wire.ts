import { isRecord } from '@multilane/contracts';
import { TEST_AWS_ACCESS_KEY_ID, TEST_PROVIDER_KEYS } from '../../../services/test-keys.js';
import type { RecordedRequest } from '../../recorded-request.js';
import { jsonReply, type Reply } from '../../reply.js';
import { checkFraming } from '../check-framing.js';
import { checkJsonCall, hasBearer } from '../check-head.js';
import { checkHistory, checkRecorded } from '../check-history.js';
import type { Shape } from '../shape.js';
import type { IssuedTurn, Wire, WireFault } from '../wire.js';
import { checkRules, thinks } from './check-rules.js';
import { findSignatureFault } from './check-signature.js';
import { readHistory } from './read-history.js';
import { readIssued } from './read-issued.js';
import { converse, converseStream, embeddingShape } from './request-shapes.js';

/** A model's id is one segment: the colons and slashes of an ARN have to be escaped. */
const PATH = /^\/model\/([^/]+)\/(converse|converse-stream|invoke)$/;

/** Converse, ConverseStream and InvokeModel for embeddings: what group B speaks. */
export const bedrockWire: Wire = {
  findFault: (request, reply, issued) => checkHead(request) ?? checkBody(request, reply, issued),
  refuse: ({ message, param }) =>
    jsonReply(
      { message: param ? `${message} (at ${param})` : message },
      { status: 400, headers: { 'x-amzn-errortype': 'ValidationException' } },
    ),
  readIssued,
};

function checkHead(request: RecordedRequest): WireFault | undefined {
  if (!findBody(request.path)) return { message: `unknown address ${request.url}` };
  const fault = hasBearer(request) ? undefined : findSignatureFault(request, expectation());
  return fault === undefined ? checkJsonCall(request) : { message: fault };
}

const expectation = () => ({
  service: 'bedrock',
  now: Date.now(),
  findKey: (id: string) => (id === TEST_AWS_ACCESS_KEY_ID ? { secret: TEST_PROVIDER_KEYS.bedrockSecret } : undefined),
});

function findBody(path: string): Shape | undefined {
  const [, modelId = '', operation] = PATH.exec(path) ?? [];
  if (operation === 'invoke') return embeddingShape(decodeURIComponent(modelId));
  if (operation === undefined) return undefined;
  return operation === 'converse' ? converse : converseStream;
}

function checkBody(
  { path, body }: RecordedRequest,
  reply: Reply,
  issued: readonly IssuedTurn[],
): WireFault | undefined {
  if (!isRecord(body)) return { message: 'the body is no JSON object' };
  const turns = readHistory(body);
  return (
    findBody(path)?.(body, '') ??
    checkRules(body) ??
    checkHistory(turns, issued, { thinks: thinks(body) }) ??
    checkRecorded(turns, readHistory(reply.recordedRequest)) ??
    checkFraming(path.endsWith('/converse-stream'), reply, 'application/vnd.amazon.eventstream')
  );
}
