import { ObjectField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, IdField, TextField } from '../../../fields/scalar-fields.js';
import type { CheckedProvider } from '../provider-checks.service.js';

/** Reason for which a provider could not be used. */
export class ProviderTestErrorView {
  @TextField({ description: 'Error code that a request to the gateway would get, such as `provider_error`.' })
  code!: string;

  @TextField({
    max: 1000,
    description: 'What to check. This is a text of the service; texts of the provider are not shown.',
  })
  message!: string;
}

/** Result of a provider's test. */
export class ProviderTestView {
  @ChoiceField(['provider_test'], { description: 'Always `provider_test`.' })
  object!: 'provider_test';

  @IdField({ description: 'The provider.' })
  provider_id!: string;

  @FlagField({ description: 'Whether the provider accepted the credentials.' })
  ok!: boolean;

  @CountField({ description: 'Milliseconds to the complete response.' })
  latency_ms!: number;

  @ObjectField(() => ProviderTestErrorView, { optional: true, description: 'Absent when `ok`.' })
  error?: ProviderTestErrorView;

  static of(providerId: string, checked: CheckedProvider): ProviderTestView {
    const facts = { provider_id: providerId, latency_ms: Math.round(checked.latency_ms) };
    if (checked.outcome === 'answered') return { object: 'provider_test', ok: true, ...facts };
    return { object: 'provider_test', ok: false, ...facts, error: checked.failure };
  }
}
