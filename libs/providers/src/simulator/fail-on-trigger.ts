import { ProviderFailure } from '../provider-failure.js';
import { findTrigger } from './simulated-answer.js';

/** Fails as a provider would where the model or the text asks for a failure; `simulateChat` lists the triggers. */
export function failOnTrigger(model: string, text: string): void {
  const trigger = findTrigger(model, text);
  if (trigger === 'simulator-error-429') {
    throw new ProviderFailure('provider_rate_limited', { status: 429, retryAfterSeconds: 1, detail: 'Simulated.' });
  }
  if (trigger === 'simulator-error-500') {
    throw new ProviderFailure('provider_error', { status: 500, detail: 'Simulated.' });
  }
  if (trigger === 'simulator-cut') {
    throw new ProviderFailure('provider_error', { connection: true, detail: 'Simulated.' });
  }
}
