import { ObjectField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, IdField, TextField } from '../../../fields/scalar-fields.js';
import type { TrialResult } from '../trial/trial-result.js';

/** Why a provider could not be used. */
export class ProviderTestErrorView {
  @TextField({ description: 'The code that a request to the gateway would meet, such as `provider_error`.' })
  code!: string;

  @TextField({
    max: 1000,
    description: 'What to look at, in words of the service: those of the provider are not shown.',
  })
  message!: string;
}

/** How a test of a provider went. */
export class ProviderTestView {
  @ChoiceField(['provider_test'], { description: 'Always `provider_test`.' })
  object!: 'provider_test';

  @IdField({ description: 'The provider.' })
  provider_id!: string;

  @FlagField({ description: 'Whether the provider answered as it does to those whom it knows.' })
  ok!: boolean;

  @CountField({ description: 'Milliseconds until the whole answer.' })
  latency_ms!: number;

  @ObjectField(() => ProviderTestErrorView, { optional: true, description: 'Absent when `ok`.' })
  error?: ProviderTestErrorView;

  static of(providerId: string, { latencyMs, failure }: TrialResult): ProviderTestView {
    const facts = { provider_id: providerId, latency_ms: Math.round(latencyMs) };
    if (failure === undefined) return { object: 'provider_test', ok: true, ...facts };
    return { object: 'provider_test', ok: false, ...facts, error: { code: failure.code, message: failure.message } };
  }
}
