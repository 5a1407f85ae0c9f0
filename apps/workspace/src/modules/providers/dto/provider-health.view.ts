import type { UsageSums, WorkspaceProviderRecord } from '@multilane/persistence';
import { ObjectField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { PercentilesView, viewPercentiles } from '../../usage/dto/usage-series.view.js';

/** Requests of a provider in the last hour. */
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

  static of({ id, name }: WorkspaceProviderRecord, since: Date, sums: UsageSums | undefined): ProviderHealthView {
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
    };
  }
}
