import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BodyRules, ClientGone, chooseRequestId, pathOf, readJsonBody, refuseFaultyHead } from '@multilane/http';
import { REQUEST_LIMITS } from '@multilane/validation';
import { answerError } from '../delivery/answer-error.js';
import { answerHeadersFor } from '../delivery/answer-headers.js';
import { INFERENCE_ROUTES } from '../endpoints/inference-routes.js';
import type { Surface } from '../endpoints/surface.js';
import type { GatewayServices } from '../gateway-services.js';
import { INFERENCE } from '../pipeline/pipelines.js';
import { RequestContext } from '../pipeline/request-context.js';
import { runPipeline } from '../pipeline/run-pipeline.js';
import type { Admission, Exchange } from '../recording/exchange.js';
import { EXPLAIN_HEADER, explainRequest } from '../recording/explain-request.js';
import { recordDeparture, recordRefusal } from '../recording/settle-request.js';
import type { Admit } from './admit.js';
import { toGatewayError } from './to-gateway-error.js';

/** Takes a request that is for a model; false leaves it to whoever serves everything else. */
export type InferenceHandler = (incoming: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Serves what models are asked for straight from `node:http`: Fastify and Nest would add a sixth to the time of a request
 * (docs/performance.md), and all that these routes need of a framework is their path.
 */
export function createInferenceHandler(
  services: GatewayServices,
  admit: Admit,
  bodyLimitBytes: number,
): InferenceHandler {
  const rules: BodyRules = { limitBytes: bodyLimitBytes, limits: REQUEST_LIMITS, compressed: true };
  return (incoming, response) => {
    if (incoming.method !== 'POST') return false;
    const path = pathOf(incoming.url ?? '');
    const surface = INFERENCE_ROUTES.get(path) ?? INFERENCE_ROUTES.get(withoutTrailingSlash(path));
    if (surface === undefined) return false;
    void new InferenceRequest(services, surface, path, incoming, response).serve(admit, rules);
    return true;
  };
}

function withoutTrailingSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** One request for a model, from its head on. */
class InferenceRequest implements Exchange {
  readonly requestId: string;
  readonly method = 'POST';
  readonly endpoint: string;
  readonly clientAddress: string | null;
  readonly headers: IncomingMessage['headers'];
  readonly answerHeaders: Record<string, string>;
  admission: Admission | null = null;

  constructor(
    private readonly services: GatewayServices,
    private readonly surface: Surface,
    readonly path: string,
    private readonly incoming: IncomingMessage,
    readonly response: ServerResponse,
  ) {
    this.requestId = chooseRequestId(incoming);
    this.endpoint = surface.name;
    // Now: a connection that ends has no address any more.
    this.clientAddress = services.readClientAddress(incoming);
    this.headers = incoming.headers;
    this.answerHeaders = answerHeadersFor(path, this.requestId, this.headers, services.snapshots);
  }

  /** Takes the credential before it reads anything else of a stranger's. Never rejects. */
  async serve(admit: Admit, rules: BodyRules): Promise<void> {
    let context: RequestContext;
    try {
      refuseFaultyHead(this.incoming);
      const admission = admit(this.incoming);
      this.admission = admission instanceof Promise ? await admission : admission;
      const body = await readJsonBody(this.incoming, rules);
      context = new RequestContext(this.surface, this, this.admission, body, this.services);
    } catch (error) {
      this.refuse(error);
      return;
    }
    try {
      await runPipeline(INFERENCE, context);
    } catch (error) {
      if (context.isExplained) this.answerHeaders[EXPLAIN_HEADER] = explainRequest(context);
      // It is recorded already.
      answerError(this, toGatewayError(error));
    }
  }

  private refuse(thrown: unknown): void {
    if (thrown instanceof ClientGone) {
      recordDeparture(this.services, this);
      return;
    }
    const error = toGatewayError(thrown);
    if (error.code === 'internal_error') {
      this.services.logger.error({ request_id: this.requestId, err: thrown }, 'a request failed');
    }
    recordRefusal(this.services, this, error);
    answerError(this, error);
  }
}
