import { REQUEST_OUTCOMES } from '@multilane/contracts';
import { ChoiceField, CountField, FlagField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { RATING_FILTERS } from '../../audit/dto/audit.query.js';

/** Requests that an import takes at most. */
const MOST = 500;

export class ImportEvalCasesDto {
  @ChoiceField(['audit', 'knowledge'], {
    description: '`audit`: requests to chat models. `knowledge`: queries of a knowledge base.',
  })
  source!: 'audit' | 'knowledge';

  @IdField({ optional: true, description: '`knowledge`: the knowledge base.' })
  kb_id?: string;

  @TimeField({ optional: true, description: 'Only requests that arrived at or after this time.' })
  from?: string;

  @TimeField({ optional: true, description: 'Only requests that arrived before this time.' })
  to?: string;

  @TextField({ optional: true, max: 512, description: 'Only requests for this model.' })
  model?: string;

  @TextField({ optional: true, description: '`audit`: only the request with this `X-Request-Id`.' })
  request_id?: string;

  @ChoiceField(REQUEST_OUTCOMES, { optional: true, description: 'Only requests with this outcome.' })
  outcome?: string;

  @ChoiceField(RATING_FILTERS, {
    optional: true,
    description: '`audit`: only requests that people marked as `good` or as `bad`, or with any mark.',
  })
  rating?: (typeof RATING_FILTERS)[number];

  @CountField({ optional: true, min: 1, max: MOST, description: 'Cases at most, the newest first. Default: 100.' })
  limit?: number;

  @ChoiceField(['none', 'answer'], {
    optional: true,
    description: '`audit`: what is expected. `answer`: what the model answered. Default: `none`.',
  })
  expected?: 'none' | 'answer';

  @FlagField({
    optional: true,
    description: 'Whether the version also has the cases of the newest one. Default: false.',
  })
  append?: boolean;
}
