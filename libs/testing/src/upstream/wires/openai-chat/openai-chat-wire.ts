import { isRecord } from '@multilane/contracts';
import type { RecordedRequest } from '../../recorded-request.js';
import { jsonReply, type Reply } from '../../reply.js';
import { checkFraming } from '../check-framing.js';
import { isText } from '../json-values.js';
import type { IssuedToolCall, IssuedTurn, Wire, WireFault } from '../wire.js';
import { checkHead, isDeploymentPath } from './check-head.js';
import { checkMessages } from './check-messages.js';
import { checkParameters } from './check-parameters.js';
import { checkRecordedResults, checkToolResults } from './check-tool-results.js';
import { readToolCalls } from './read-tool-calls.js';

/**
 * POST /v1/chat/completions, and the same by deployment, roughly as the provider's API reference publishes them: what
 * group R speaks.
 */
export const openAiChatWire: Wire = {
  findFault: (request, reply, issued) => checkHead(request) ?? checkBody(request, reply, callsOf(issued)),
  refuse: (fault) => jsonReply(refusalBody(fault), { status: 400 }),
  readIssued: (reply) => ({ calls: readToolCalls(reply), thoughts: [] }),
};

function checkBody(request: RecordedRequest, reply: Reply, issued: readonly IssuedToolCall[]): WireFault | undefined {
  const { body } = request;
  if (!isRecord(body)) return { message: 'the body is no JSON object' };
  const modelInPath = isDeploymentPath(request.path) && body.model === undefined;
  if (!modelInPath && !isText(body.model)) return { param: 'model', message: 'expected a model name' };
  return (
    checkMessages(body.messages) ??
    checkParameters(body) ??
    checkToolResults(body.messages, issued) ??
    checkRecordedResults(body.messages, reply.recordedRequest) ??
    checkFraming(body.stream === true, reply, 'text/event-stream')
  );
}

function callsOf(issued: readonly IssuedTurn[]): IssuedToolCall[] {
  return issued.flatMap((turn) => turn.calls);
}

function refusalBody({ message, param }: WireFault): object {
  return { error: { message, type: 'invalid_request_error', param: param ?? null, code: 'strict_upstream' } };
}
