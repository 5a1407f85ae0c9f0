import type { ProviderCoolDown, UsageSums, WorkspaceProviderRecord } from '@multilane/persistence';
import { ObjectField, ObjectListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { PercentilesView, viewPercentiles } from '../../usage/dto/usage-series.view.js';

/** Reasons for which a gateway passes something over, as gateways say them. */
const REASONS = ['rate_limited', 'timeout', 'unreachable', 'rejected', 'failed'] as const;

/** A model or a credential of a provider that gateways pass over now. */
export class ProviderCoolDownView {
  @ChoiceField(['model', 'credential'], {
    description:
      '`model`: routes try their other targets. `credential`: the other credentials of the provider are used, if there are any.',
  })
  kind!: 'model' | 'credential';

  @TextField({
    nullable: true,
    description:
      'Name of the model at the provider, or the last characters of the credential. Null for a short credential.',
  })
  subject!: string | null;

  @ChoiceField([...REASONS], {
    description:
      '`rate_limited`: the provider asked for fewer requests. `timeout`: it did not answer in time. `unreachable`: there was no connection. `rejected`: it does not accept the credential or the settings. `failed`: any other failure.',
  })
  reason!: (typeof REASONS)[number];

  @CountField({ nullable: true, description: "Status of the provider's last answer. Null if there was none." })
  status!: number | null;

  @TimeField({ description: 'Since when.' })
  since!: string;

  @TimeField({ description: 'When it is tried again.' })
  until!: string;

  @CountField({ description: 'Number of gateways that pass it over.' })
  gateways!: number;

  static of({ gateways, kind, reason, since, status, subject, until }: ProviderCoolDown): ProviderCoolDownView {
    return {
      kind,
      subject: subject === '' ? null : subject,
      // Gateways of another release may say other things.
      reason: REASONS.find((each) => each === reason) ?? 'failed',
      status,
      since: since.toISOString(),
      until: until.toISOString(),
      gateways,
    };
  }
}

/** Requests of a provider in the last hour, and what of it is in cool-down. */
export class ProviderHealthView {
  @ChoiceField(['provider_health'], { description: 'Always `provider_health`.' })
  object!: 'provider_health';

  @IdField({ description: 'The provider.' })
  provider_id!: string;

  @TextField({ description: 'Name of the provider.' })
  provider!: string;

  @TimeField({ description: 'When the time begins, to the quarter of an hour before.' })
  since!: string;

  @CountField({ description: 'Number of requests, with any outcome.' })
  requests!: number;

  @CountField({ description: 'Those that were refused before the provider was asked.' })
  refused_requests!: number;

  @CountField({ description: 'Those that failed.' })
  failed_requests!: number;

  @CountField({ description: 'Those whose client left.' })
  cancelled_requests!: number;

  @ObjectField(() => PercentilesView, {
    nullable: true,
    description: 'Duration of the requests, from a histogram. Null if there were none.',
  })
  duration_ms!: PercentilesView | null;

  @ObjectField(() => PercentilesView, {
    nullable: true,
    description: 'Time to the first byte, from a histogram. Null if unknown.',
  })
  time_to_first_byte_ms!: PercentilesView | null;

  @ObjectListField(() => ProviderCoolDownView, {
    maxItems: 20,
    description:
      'Models and credentials that gateways pass over now: at most 20, those that are tried again last first.',
  })
  cool_downs!: ProviderCoolDownView[];

  static of(
    { id, name }: WorkspaceProviderRecord,
    since: Date,
    sums: UsageSums | undefined,
    coolDowns: readonly ProviderCoolDown[] = [],
  ): ProviderHealthView {
    return {
      object: 'provider_health',
      provider_id: id,
      provider: name,
      since: since.toISOString(),
      requests: sums?.requests ?? 0,
      refused_requests: sums?.refusedRequests ?? 0,
      failed_requests: sums?.failedRequests ?? 0,
      cancelled_requests: sums?.cancelledRequests ?? 0,
      duration_ms: viewPercentiles(sums?.durationMs),
      time_to_first_byte_ms: viewPercentiles(sums?.timeToFirstByteMs),
      cool_downs: coolDowns.map((each) => ProviderCoolDownView.of(each)),
    };
  }
}
