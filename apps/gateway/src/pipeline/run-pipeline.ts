import type { GatewayError } from '@multilane/errors';
import { toGatewayError } from '@multilane/providers';
import type { EndpointDescriptor } from '../endpoints/descriptor.js';
import { EXPLAIN_HEADER, explainRequest } from '../recording/describe-answer.js';
import type { Admission, IncomingRequest } from '../recording/request-parts.js';
import { settleRequest } from '../recording/settle-request.js';
import { useCompatibleStatus } from '../recording/use-compatible-status.js';
import type { AnswerHeaders, AnswerSink } from '../services/answer-sink.js';
import { releaseSlots } from './hold-slots.js';
import { inClientTerms } from './in-client-terms.js';
import type { PipelineServices } from './pipeline-services.js';
import {
  A2A,
  ACCEPTANCE,
  BATCHES,
  EXCHANGE,
  INFERENCE,
  KNOWLEDGE,
  MCP,
  SESSION,
  SOCKET,
  STORED_OBJECTS,
} from './pipelines.js';
import { RequestContext } from './request-context.js';
import { startWriter } from './sockets/stream-relay.js';
import type { Stage } from './stage.js';

/** A request for a model, and where its answer goes; if both come from is nobody's matter here. */
export interface PipelineRequest {
  /** The caller, and the snapshot that let it in. */
  readonly admission: Admission;
  readonly request: IncomingRequest;
  /** Its body as parsed JSON or as a form, not checked yet. */
  readonly body: unknown;
  readonly sink: AnswerSink;
  readonly services: PipelineServices;
}

/**
 * Runs a request through the pipeline of its endpoint, under every policy, and settles it once: its answer, refusal or failure has
 * gone to the sink when this resolves. Never rejects.
 */
export function runPipeline(
  endpoint: EndpointDescriptor,
  { admission, body, request, services, sink }: PipelineRequest,
): Promise<void> {
  return runStages(stagesOf(endpoint), new RequestContext(endpoint, request, admission, body, sink, services));
}

/** The stages that requests of an endpoint go through. */
function stagesOf(endpoint: EndpointDescriptor): readonly Stage[] {
  const { exchange, isA2a, isBatches, isKnowledge, isMcp, isStored, opensSession, runsLaterAt, socket } = endpoint;
  if (opensSession) return SESSION;
  if (socket !== undefined) return SOCKET;
  if (runsLaterAt !== undefined) return ACCEPTANCE;
  if (isStored) return STORED_OBJECTS;
  if (isBatches) return BATCHES;
  if (isKnowledge) return KNOWLEDGE;
  if (isMcp) return MCP;
  if (isA2a) return A2A;
  return exchange === undefined ? INFERENCE : EXCHANGE;
}

/**
 * Runs the stages in order until one has answered, and settles once whatever happened: an answer, a refusal, a failure
 * or a client that left. A refusal is sent when it is recorded.
 */
export async function runStages(stages: readonly Stage[], context: RequestContext): Promise<void> {
  const { asked, ended, planned, services, sink, tried } = context;
  const { metrics, inFlight } = services;
  let refusal: GatewayError | undefined;
  sink.watch(context);
  metrics.startRequest(asked.endpoint.name);
  inFlight.begin();
  try {
    for (const stage of stages) {
      const pending = stage(context);
      if (pending !== undefined) await pending;
      if (ended.answered) break;
    }
  } catch (error) {
    ended.failure = error;
    // Nobody will read this stream, so the provider is not read further.
    tried.streamedAnswer?.abort(error as Error);
    if (!tried.cancelled) {
      refusal = useCompatibleStatus(toGatewayError(inClientTerms(asked.request, planned.plan, error)), asked.snapshot);
      if (context.isOpenedEarly && !ended.answered) {
        endStream(context, refusal);
        refusal = undefined;
      }
    }
  } finally {
    clearTimeout(context.silence);
    if (planned.held !== undefined || planned.heldAtTarget !== undefined) releaseSlots(planned);
    sink.unwatch();
    metrics.endRequest(asked.endpoint.name);
    const settling = settleRequest(context);
    if (settling === undefined) inFlight.end();
    else void settling.finally(() => inFlight.end());
  }
  if (refusal !== undefined) sink.sendError(refusal, asked.isExplained ? explain(context) : NO_HEADERS);
}

/** Reports a failure in a stream that was opened while the client waited for the first event. */
function endStream(context: RequestContext, failure: GatewayError): void {
  context.ended.answered = true;
  context.sink.end(startWriter(context).fail(failure));
}

const NO_HEADERS: AnswerHeaders = {};

function explain(context: RequestContext): AnswerHeaders {
  return { [EXPLAIN_HEADER]: explainRequest(context) };
}
