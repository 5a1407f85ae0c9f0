import { isRecord } from '@multilane/contracts';
import type { RecordedRequest } from '../../recorded-request.js';
import { jsonReply, type Reply } from '../../reply.js';
import { checkFraming } from '../check-framing.js';
import { checkJsonCall } from '../check-head.js';
import { checkHistory, checkRecorded } from '../check-history.js';
import type { Shape } from '../shape.js';
import type { IssuedTurn, Wire, WireFault } from '../wire.js';
import { checkRules, thinks } from './check-rules.js';
import { readHistory } from './read-history.js';
import { readIssued } from './read-issued.js';
import { countTokensRequest, messagesRequest } from './request-shapes.js';

const ENDPOINTS: ReadonlyMap<string, Shape> = new Map([
  ['/v1/messages', messagesRequest],
  ['/v1/messages/count_tokens', countTokensRequest],
]);

/** POST /v1/messages and /v1/messages/count_tokens: what group N speaks. */
export const anthropicWire: Wire = {
  findFault: (request, reply, issued) => checkHead(request) ?? checkBody(request, reply, issued),
  refuse: ({ message, param }) =>
    jsonReply(
      {
        type: 'error',
        error: { type: 'invalid_request_error', message: param ? `${param}: ${message}` : message },
        request_id: 'req_strict_upstream',
      },
      { status: 400 },
    ),
  readIssued,
};

function checkHead(request: RecordedRequest): WireFault | undefined {
  const { path, url, headers, body } = request;
  if (!ENDPOINTS.has(path)) return { message: `unknown address ${url}` };
  if (!headers['x-api-key']) return { message: 'the header x-api-key is missing' };
  if (!/^\d{4}-\d\d-\d\d$/.test(String(headers['anthropic-version']))) {
    return { message: 'the header anthropic-version is missing or no date' };
  }
  if (isRecord(body) && body.context_management && !/\bcontext-management-/.test(String(headers['anthropic-beta']))) {
    return { param: 'context_management', message: 'only with its beta header' };
  }
  return checkJsonCall(request);
}

function checkBody(
  { path, body }: RecordedRequest,
  reply: Reply,
  issued: readonly IssuedTurn[],
): WireFault | undefined {
  if (!isRecord(body)) return { message: 'the body is no JSON object' };
  const turns = readHistory(body);
  return (
    ENDPOINTS.get(path)?.(body, '') ??
    checkRules(body) ??
    checkHistory(turns, issued, { thinks: thinks(body) }) ??
    checkRecorded(turns, readHistory(reply.recordedRequest)) ??
    checkFraming(body.stream === true, reply, 'text/event-stream')
  );
}
