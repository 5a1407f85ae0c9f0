import { isRecord } from '@multilane/contracts';
import type { RecordedRequest } from '../../recorded-request.js';
import { jsonReply, type Reply } from '../../reply.js';
import { checkFraming } from '../../wires/check-framing.js';
import { checkJsonCall, hasBearer } from '../../wires/check-head.js';
import { checkHistory, checkRecorded } from '../../wires/check-history.js';
import type { IssuedTurn, Wire, WireFault } from '../../wires/wire.js';
import { checkRequest } from './check-request.js';
import { readHistory, readIssued } from './read-items.js';

/**
 * POST /v1/responses as the reference provider serves it to those who store nothing: what it rejects is rejected here
 * (developers.openai.com/api/reference/resources/responses; its refusals as public reports quote them).
 */
export const openAiResponsesWire: Wire = {
  findFault: (request, reply, issued) => checkHead(request) ?? checkBody(request, reply, issued),
  refuse: ({ message, param }) =>
    jsonReply(
      { error: { message, type: 'invalid_request_error', param: param ?? null, code: 'strict_upstream' } },
      { status: 400 },
    ),
  readIssued,
};

function checkHead(request: RecordedRequest): WireFault | undefined {
  if (!hasBearer(request) && !request.headers['api-key']) return { message: 'no credential' };
  return checkJsonCall(request);
}

function checkBody({ body }: RecordedRequest, reply: Reply, issued: readonly IssuedTurn[]): WireFault | undefined {
  if (!isRecord(body)) return { message: 'the body is no JSON object' };
  const turns = readHistory(body);
  const thinks = Array.isArray(body.include) && body.include.includes('reasoning.encrypted_content');
  return (
    checkRequest(body) ??
    checkHistory(turns, issued, { thinks }) ??
    checkRecorded(turns, readHistory(reply.recordedRequest)) ??
    checkFraming(body.stream === true, reply, 'text/event-stream')
  );
}
