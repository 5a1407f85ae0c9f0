import { parseBoundedJson } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { CollectingSink } from '../delivery/collecting-sink.js';
import type { EndpointDescriptor } from '../endpoints/descriptor.js';
import type { PipelineServices } from '../pipeline/pipeline-services.js';
import { runPipeline } from '../pipeline/run-pipeline.js';
import type { Admission, IncomingRequest, JobOfRequest } from '../recording/request-parts.js';
import type { AnswerHeaders } from '../services/answer-sink.js';

/** Caller that asks a model, and the record of its request. */
export interface ModelAsker {
  readonly services: PipelineServices;
  readonly admission: Admission;
  /** Unique; the record of the request has it. */
  readonly requestId: string;
  readonly clientAddress: string | null;
  readonly headers: IncomingRequest['headers'];
  readonly job?: JobOfRequest | undefined;
  /** The knowledge bases that the model is asked for. */
  readonly kbIds?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the headers of the answer. */
  readonly onHeaders?: ((headers: AnswerHeaders) => void) | undefined;
}

/** Bodies of more characters take several turns of the event loop to write. */
const LARGE_CHARACTERS = 512 * 1024;

/**
 * Asks a model as the caller, under every policy: permissions, limits, budgets, fallback, guardrails, audit. Resolves to the
 * answer's parsed JSON.
 *
 * @throws GatewayError the refusal or failure, or the signal's reason
 */
export async function askModel(endpoint: EndpointDescriptor, body: object, asker: ModelAsker): Promise<unknown> {
  const { admission, clientAddress, headers, job, kbIds, onHeaders, requestId, services, signal } = asker;
  signal?.throwIfAborted();
  const sink = new CollectingSink();
  const leave = (): void => sink.leave();
  signal?.addEventListener('abort', leave, { once: true });
  const request: IncomingRequest = {
    requestId,
    method: 'POST',
    path: endpoint.route.path,
    endpoint: endpoint.name,
    clientAddress,
    admission,
    headers,
    isLarge: JSON.stringify(body).length > LARGE_CHARACTERS,
    ...(job && { job }),
    ...(kbIds && { kbIds }),
  };
  try {
    await runPipeline(endpoint, { admission, body, request, services, sink });
  } finally {
    signal?.removeEventListener('abort', leave);
  }
  signal?.throwIfAborted();
  if (sink.error !== undefined) throw sink.error;
  if (sink.body === undefined) throw new GatewayError('provider_error');
  onHeaders?.(sink.headers);
  return parseBoundedJson(sink.body) as unknown;
}
