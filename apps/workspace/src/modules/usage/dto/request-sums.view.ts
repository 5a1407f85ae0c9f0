import { AmountField, CountField } from '../../../fields/scalar-fields.js';

/** Counts of requests and tokens, as each view of usage has them. */
export class RequestSumsView {
  @CountField({ description: 'Number of calls of models, tools and knowledge, with any outcome.' })
  requests!: number;

  @CountField({ description: 'Share of the requests that was imported. No record has them.' })
  imported_requests!: number;

  @AmountField({ min: -1e12, description: 'Share of the cost that was imported, in US dollars.' })
  imported_cost_usd!: number;

  @CountField({ description: 'Those that were refused.' })
  refused_requests!: number;

  @CountField({ description: 'Those that failed.' })
  failed_requests!: number;

  @CountField({ description: 'Those whose client left.' })
  cancelled_requests!: number;

  @CountField({ description: 'Prompt tokens.' })
  prompt_tokens!: number;

  @CountField({ description: 'Completion tokens.' })
  completion_tokens!: number;

  @CountField({ description: 'Sum of both.' })
  total_tokens!: number;
}
