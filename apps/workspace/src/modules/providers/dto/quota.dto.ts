import { REQUEST_PRIORITIES } from '@multilane/contracts';
import { ObjectField } from '../../../fields/list-fields.js';
import { AmountField, ChoiceField, CountField } from '../../../fields/scalar-fields.js';

export const QUOTA =
  'Limits of each of its API keys, of all callers and models together. Requests over them go to other keys and targets, and are rejected if there are none.';

/** Part of the limits of a provider's keys that only requests of a high priority may use. */
class QuotaReserveDto {
  @ChoiceField(REQUEST_PRIORITIES, {
    optional: true,
    description: 'Lowest priority of the requests that may use the reserve. Default: critical.',
  })
  priority?: string;

  @AmountField({ max: 99, description: 'Percentage of `rpm` and `tpm` that is reserved.' })
  percent!: number;
}

/** Limits of each credential of a provider. */
export class QuotaDto {
  @CountField({ optional: true, min: 1, description: 'Calls a minute. If left out: unlimited.' })
  rpm?: number;

  @CountField({
    optional: true,
    min: 1,
    description: 'Tokens a minute, of prompts and answers. If left out: unlimited.',
  })
  tpm?: number;

  @ObjectField(() => QuotaReserveDto, {
    optional: true,
    description: 'Part that only requests of a high priority may use. If left out: none.',
  })
  reserve?: QuotaReserveDto;
}
