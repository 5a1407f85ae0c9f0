import { ObjectField, ObjectListField } from '../../../fields/list-fields.js';
import { IdField, TextField } from '../../../fields/scalar-fields.js';
import { PricesDto } from '../../models/dto/model-prices.dto.js';

const DAY = { pattern: /^\d{4}-\d{2}-\d{2}$/, name: 'a day such as 2027-01-31' };

class ChangedModelDto {
  @TextField({ max: 512, description: 'Model that was used, by its configured name.' })
  model!: string;

  @TextField({
    optional: true,
    max: 512,
    description:
      'Model of the workspace whose price is used in its place. Left out, with `prices` left out too: its own price of now.',
  })
  as?: string;

  @ObjectField(() => PricesDto, { optional: true, description: 'Prices that are used in place of those of a model.' })
  prices?: PricesDto;
}

/** Usage that is to be priced again. */
export class WhatIfDto {
  @TextField({ form: DAY, description: 'First day, in UTC.', example: '2027-01-01' })
  from!: string;

  @TextField({ form: DAY, description: 'Last day, inclusive, in UTC.', example: '2027-01-31' })
  to!: string;

  @IdField({ description: 'Workspace of the requests, whose models have the prices.' })
  workspace_id!: string;

  @TextField({ optional: true, description: 'Only requests of this team (id or name).' })
  team?: string;

  @ObjectListField(() => ChangedModelDto, { maxItems: 20, description: 'Models to be priced again, each once.' })
  models!: ChangedModelDto[];
}
