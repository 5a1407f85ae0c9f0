import { ClientGone } from '@multilane/http';
import { ProviderFailure } from '@multilane/providers';
import type { RequestContext } from '../pipeline/request-context.js';

const RETRY_EVERY_MS = 500;

/**
 * Repeats an attempt while a local runtime answers that it is still loading the model, up to the target's
 * `cold_start_ms`; then the failure is 504 (docs/contract/time-limits.md#cold-start).
 */
export async function awaitWarmModel(attempt: () => Promise<void>, context: RequestContext): Promise<void> {
  const limitMs = context.serving.target.timeouts.cold_start_ms;
  const deadline = performance.now() + limitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ProviderFailure && error.loading) || context.cancelled) throw error;
      if (performance.now() + RETRY_EVERY_MS > deadline) {
        throw new ProviderFailure('provider_timeout', { detail: `the model was still loading after ${limitMs} ms` });
      }
      await new Promise((resume) => setTimeout(resume, RETRY_EVERY_MS));
      if (context.cancelled) throw new ClientGone();
    }
  }
}
