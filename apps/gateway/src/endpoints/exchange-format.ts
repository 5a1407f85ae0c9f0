import type { EndpointTexts } from '../guarding/texts/endpoint-texts.js';
import type { BillingUnit, ExchangeFormat, FormatRules } from './descriptor.js';

/** Media are not looked at: guardrails, personal data and the cache do not concern them (docs/contract/media.md#policies). */
const NO_TEXTS: EndpointTexts = {
  isGuarded: false,
  mapRequest: (request) => request,
  answer: undefined,
  isAnswerStored: false,
};

/** The format of an endpoint that is served by exchanges. `operation` is the name of its calls in traces. */
export function exchangeFormat(
  key: ExchangeFormat['key'],
  operation: string,
  billing: Exclude<BillingUnit, 'tokens'>,
): ExchangeFormat {
  return { key, ...rulesOf(operation, billing) };
}

/** The rules of what is neither looked at nor cached. */
export function rulesOf(operation: string, billing: Exclude<BillingUnit, 'tokens'>): FormatRules {
  return {
    operation,
    texts: NO_TEXTS,
    isCacheable: false,
    billing,
    isGenerative: false,
    reportsUsage: false,
  };
}
