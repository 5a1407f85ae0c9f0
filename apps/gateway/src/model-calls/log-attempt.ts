import { ProviderFailure } from '@multilane/providers';
import type { RequestContext } from '../pipeline/request-context.js';
import { maskFailure } from './mask-quotes.js';

/** The client hears nothing of a failure that another attempt follows; the operator does. */
export function logAttempt({ asked, credentials, model, requestId, services }: RequestContext, failure: unknown): void {
  if (!(failure instanceof ProviderFailure)) return;
  const detail = maskFailure(failure, credentials, asked);
  services.logger.warn(
    { request_id: requestId, model: model?.logicalName, code: failure.code, provider_status: failure.status, detail },
    'the provider failed; another attempt follows',
  );
}
