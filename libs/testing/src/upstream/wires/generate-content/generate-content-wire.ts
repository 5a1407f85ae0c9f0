import { isRecord } from '@multilane/contracts';
import type { RecordedRequest } from '../../recorded-request.js';
import { jsonReply, type Reply } from '../../reply.js';
import { checkFraming } from '../check-framing.js';
import { checkJsonCall, hasBearer } from '../check-head.js';
import { checkHistory, checkRecorded } from '../check-history.js';
import { isFilledArray, objectsIn } from '../json-values.js';
import type { IssuedTurn, Wire, WireFault } from '../wire.js';
import { findMethod } from './find-method.js';
import { memberOf } from './proto-json.js';
import { readHistory } from './read-history.js';
import { readIssued } from './read-issued.js';

/** Methods of models, of the consumer API and of the cloud edition: what group G speaks. */
export const generateContentWire: Wire = {
  findFault: (request, reply, issued) => checkHead(request) ?? checkBody(request, reply, issued),
  refuse: ({ message, param }) =>
    jsonReply(
      { error: { code: 400, message: param ? `* ${param}: ${message}` : message, status: 'INVALID_ARGUMENT' } },
      { status: 400 },
    ),
  readIssued,
};

function checkHead(request: RecordedRequest): WireFault | undefined {
  const method = findMethod(request.path);
  if (!method) return { message: `unknown address ${request.url}` };
  if (request.query.has('key')) return { message: 'the key is in the address, which logs store' };
  if (method.streams && request.query.get('alt') !== 'sse') return { message: 'a stream of events needs alt=sse' };
  const hasKey = !method.isCloud && request.headers['x-goog-api-key'];
  if (!hasKey && !hasBearer(request)) {
    return { message: method.isCloud ? 'no bearer token' : 'neither the header x-goog-api-key nor a bearer token' };
  }
  return checkJsonCall(request);
}

function checkBody(
  { path, body }: RecordedRequest,
  reply: Reply,
  issued: readonly IssuedTurn[],
): WireFault | undefined {
  if (!isRecord(body)) return { message: 'the body is no JSON object' };
  const method = findMethod(path);
  const turns = readHistory(body);
  return (
    method?.body(body, '') ??
    checkRules(body) ??
    checkHistory(turns, issued, { thinks: false }) ??
    checkRecorded(turns, readHistory(reply.recordedRequest)) ??
    checkFraming(method?.streams === true, reply, 'text/event-stream')
  );
}

/** The rules between members that no shape can say (ai.google.dev: generate-content, function calling). */
function checkRules(body: Record<string, unknown>): WireFault | undefined {
  const config = memberOf(body, 'generationConfig');
  if (memberOf(config, 'logprobs') !== undefined && memberOf(config, 'responseLogprobs') !== true) {
    return { param: 'generationConfig.logprobs', message: 'only with responseLogprobs' };
  }
  const hasSchema = memberOf(config, 'responseSchema') ?? memberOf(config, 'responseJsonSchema');
  if (hasSchema && memberOf(config, 'responseMimeType') !== 'application/json') {
    return { param: 'generationConfig.responseMimeType', message: 'a schema needs application/json' };
  }
  return allowedNamesFault(body);
}

function allowedNamesFault(body: Record<string, unknown>): WireFault | undefined {
  const config = memberOf(memberOf(body, 'toolConfig'), 'functionCallingConfig');
  const allowed = memberOf(config, 'allowedFunctionNames');
  if (!isFilledArray(allowed)) return undefined;
  const param = 'toolConfig.functionCallingConfig.allowedFunctionNames';
  if (!['ANY', 'VALIDATED'].includes(String(memberOf(config, 'mode')))) {
    return { param, message: 'only with mode ANY or VALIDATED' };
  }
  const declared = objectsIn(body.tools)
    .flatMap((tool) => objectsIn(memberOf(tool, 'functionDeclarations')))
    .map(({ name }) => name);
  return allowed.every((name) => declared.includes(name))
    ? undefined
    : { param, message: 'names no declared function' };
}
