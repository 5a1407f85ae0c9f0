import { toGatewayError } from '@multilane/providers';
import type { EndpointDescriptor } from '../endpoints/descriptor.js';
import { inClientTerms } from './in-client-terms.js';
import { CHECKS, SETTLEMENT } from './pipelines.js';
import { RequestContext } from './request-context.js';
import { type PipelineRequest, runStages } from './run-pipeline.js';

/**
 * Checks a request that runs later, as its pipeline will: each check that can reject it runs now. Nothing is counted against limits, sent or
 * recorded. Resolves to the context, which has the plan.
 *
 * @throws GatewayError that names the field
 */
export async function checkRequest(
  endpoint: EndpointDescriptor,
  { admission, body, request, services, sink }: PipelineRequest,
): Promise<RequestContext> {
  const context = new RequestContext(endpoint, request, admission, body, sink, services);
  const { asked, planned } = context;
  try {
    for (const stage of CHECKS) {
      const pending = stage(context);
      if (pending !== undefined) await pending;
    }
    return context;
  } catch (error) {
    throw toGatewayError(inClientTerms(asked.request, planned.plan, error));
  }
}

/** Charges and records a request that a provider's own batch has answered, and answers it. Never rejects. */
export function settleAnswered(
  endpoint: EndpointDescriptor,
  { admission, body, request, services, sink }: PipelineRequest,
): Promise<void> {
  return runStages(SETTLEMENT, new RequestContext(endpoint, request, admission, body, sink, services));
}
