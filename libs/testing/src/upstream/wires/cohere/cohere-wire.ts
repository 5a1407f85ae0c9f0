import { isRecord } from '@multilane/contracts';
import type { RecordedRequest } from '../../recorded-request.js';
import { jsonReply, type Reply } from '../../reply.js';
import { checkFraming } from '../check-framing.js';
import { checkJsonCall, hasBearer } from '../check-head.js';
import { checkHistory, checkRecorded } from '../check-history.js';
import { isFilledArray, objectsIn } from '../json-values.js';
import type { Shape } from '../shape.js';
import type { IssuedTurn, Wire, WireFault } from '../wire.js';
import { readHistory } from './read-history.js';
import { readIssued } from './read-issued.js';
import { chatRequest, embedRequest, rerankRequest } from './request-shapes.js';

const ENDPOINTS: ReadonlyMap<string, Shape> = new Map([
  ['/v2/chat', chatRequest],
  ['/v2/embed', embedRequest],
  ['/v2/rerank', rerankRequest],
]);

/** POST /v2/chat, /v2/embed and /v2/rerank: what group C speaks. */
export const cohereWire: Wire = {
  findFault: (request, reply, issued) => checkHead(request) ?? checkBody(request, reply, issued),
  refuse: ({ message, param }) =>
    jsonReply(
      {
        id: '00000000-0000-4000-8000-000000000000',
        message: `invalid request: ${param ? `${param}: ` : ''}${message}`,
      },
      { status: 400 },
    ),
  readIssued,
};

function checkHead(request: RecordedRequest): WireFault | undefined {
  if (!ENDPOINTS.has(request.path)) return { message: `unknown address ${request.url}` };
  if (!hasBearer(request)) return { message: 'the authorization header holds no bearer token' };
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
    checkRules(path, body) ??
    checkHistory(turns, issued, { thinks: false }) ??
    checkRecorded(turns, readHistory(reply.recordedRequest)) ??
    checkFraming(body.stream === true, reply, 'text/event-stream')
  );
}

/** The rules between members that no shape can say. */
function checkRules(path: string, body: Record<string, unknown>): WireFault | undefined {
  if (path === '/v2/embed') {
    const inputs = [body.texts, body.images, body.inputs].filter((value) => value !== undefined && value !== null);
    return inputs.length === 1 ? undefined : { message: 'expected one of texts, images and inputs' };
  }
  if (body.tool_choice && !isFilledArray(body.tools)) return { param: 'tool_choice', message: 'only with tools' };
  const silent = objectsIn(body.messages).findIndex(
    ({ role, content, tool_calls: calls }) => role === 'assistant' && !isFilledArray(calls) && !content,
  );
  return silent === -1 ? undefined : { param: `messages[${silent}]`, message: 'neither content nor tool_calls' };
}
