import type { RecordedRequest } from '../../recorded-request.js';
import { contentTypeOf, jsonReply, type Reply } from '../../reply.js';
import type { IssuedToolCall, Wire, WireFault } from '../wire.js';
import { checkHead, isDeploymentPath } from './check-head.js';
import { checkMessages } from './check-messages.js';
import { checkParameters } from './check-parameters.js';
import { checkRecordedResults, checkToolResults } from './check-tool-results.js';
import { isObject, isText } from './json-values.js';
import { readToolCalls } from './read-tool-calls.js';

/**
 * POST /v1/chat/completions, and the same by deployment, roughly as the provider's API reference publishes them: what
 * group R of the specification speaks.
 */
export const openAiChatWire: Wire = {
  findFault: (request, reply, issued) => checkHead(request) ?? checkBody(request, reply, issued),
  refuse: (fault) => jsonReply(refusalBody(fault), { status: 400 }),
  readToolCalls,
};

function checkBody(request: RecordedRequest, reply: Reply, issued: readonly IssuedToolCall[]): WireFault | undefined {
  const { body } = request;
  if (!isObject(body)) return { message: 'the body is no JSON object' };
  const modelInPath = isDeploymentPath(request.path) && body.model === undefined;
  if (!modelInPath && !isText(body.model)) return { param: 'model', message: 'expected a model name' };
  return (
    checkMessages(body.messages) ??
    checkParameters(body) ??
    checkToolResults(body.messages, issued) ??
    checkRecordedResults(body.messages, reply.recordedRequest) ??
    checkFraming(body, reply)
  );
}

/** A caller gets an event stream exactly when it asks for one: what the script says must be what was asked. */
function checkFraming(body: Record<string, unknown>, reply: Reply): WireFault | undefined {
  const streams = reply.kind === 'stream' && contentTypeOf(reply).startsWith('text/event-stream');
  if (streams && body.stream !== true) return { param: 'stream', message: 'the scripted reply is a stream, unasked' };
  const succeeds = reply.kind === 'json' && (reply.status ?? 200) < 300;
  if (succeeds && body.stream === true) return { param: 'stream', message: 'the scripted reply is not a stream' };
  return undefined;
}

function refusalBody({ message, param }: WireFault): object {
  return { error: { message, type: 'invalid_request_error', param: param ?? null, code: 'strict_upstream' } };
}
