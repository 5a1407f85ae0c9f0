import { isRecord } from '@multilane/contracts';
import type { RecordedRequest } from '../recorded-request.js';
import { jsonReply } from '../reply.js';
import { checkFraming } from './check-framing.js';
import { checkJsonCall, hasBearer } from './check-head.js';
import type { Shape } from './shape.js';
import type { Wire, WireFault } from './wire.js';

/** One address of a wire, and the body that it takes. */
export type JsonEndpoint = readonly [address: RegExp, body: Shape];

/** The addresses of group R's cloud variant name the model as a deployment. */
const DEPLOYMENT = /^\/openai\/deployments\//;

/**
 * A wire without tool calls or thinking, whose errors are the reference format's: a bearer token (by deployment also an
 * `api-key` header and an `api-version`), one address, one body.
 */
export function createJsonWire(endpoints: readonly JsonEndpoint[]): Wire {
  const bodyOf = (path: string) => endpoints.find(([address]) => address.test(path))?.[1];
  return {
    findFault: (request, reply) =>
      checkHead(request, bodyOf(request.path)) ??
      checkFraming(isRecord(request.body) && request.body.stream === true, reply, 'text/event-stream'),
    refuse: ({ message, param }) =>
      jsonReply(
        { error: { message, type: 'invalid_request_error', param: param ?? null, code: 'strict_upstream' } },
        { status: 400 },
      ),
    readIssued: () => ({ calls: [], thoughts: [] }),
  };
}

function checkHead(request: RecordedRequest, body: Shape | undefined): WireFault | undefined {
  const { path, url, query, headers } = request;
  if (!body) return { message: `unknown address ${url}` };
  const byDeployment = DEPLOYMENT.test(path);
  if (byDeployment && !query.get('api-version')) return { message: 'the query parameter api-version is missing' };
  if (!hasBearer(request) && !(byDeployment && headers['api-key'])) return { message: 'no credential' };
  return checkJsonCall(request) ?? body(request.body, '');
}
