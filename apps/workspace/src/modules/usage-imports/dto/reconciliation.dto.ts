import { USAGE_SOURCES, type UsageSource } from '@multilane/importers';
import { FreeObjectField, ObjectField, ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { AmountField, ChoiceField, CountField, IdField, TextField } from '../../../fields/scalar-fields.js';

const DAY = { pattern: /^\d{4}-\d{2}-\d{2}$/, name: 'a day such as 2027-01-31' };
const DECIMAL = { pattern: /^-?\d{1,15}(?:\.\d{1,18})?$/, name: 'a decimal number with up to 18 decimals' };

/** Lines of a bill at most. */
const MOST_LINES = 5_000;

class BillTokensDto {
  @CountField({ description: 'Prompt tokens that were not read from the cache.' })
  input!: number;

  @CountField({ description: 'Prompt tokens that were read from the cache.' })
  cached_input!: number;

  @CountField({ description: 'Completion tokens.' })
  output!: number;
}

class BillLineDto {
  @TextField({ form: DAY, description: 'Day of UTC.' })
  day!: string;

  @TextField({ min: 0, max: 256, description: 'Name of the model on the bill. Empty: none.' })
  model!: string;

  @CountField({ nullable: true, description: 'Number of requests. Null: the bill does not count them.' })
  requests!: number | null;

  @ObjectField(() => BillTokensDto, { nullable: true, description: 'Tokens. Null: the bill does not count them.' })
  tokens!: BillTokensDto | null;

  @TextField({
    nullable: true,
    form: DECIMAL,
    description: 'US dollars, as a decimal number. Null: the bill has no money.',
  })
  cost_usd!: string | null;

  @FreeObjectField({
    maxBytes: 1024,
    description: 'Parts of the cost as decimal numbers: `input`, `cached_input`, `cache_write`, `output`, `other`.',
  })
  costs_usd!: Record<string, string>;
}

class BillFileDto {
  @TextField({ max: 200, description: 'Name of the file, for messages.' })
  name!: string;

  @TextField({ max: 1_000_000, multiline: true, description: 'Text of the file: CSV or JSON.' })
  text!: string;
}

/** A provider's bill, as lines or as files. */
export class ReconcileDto {
  @ChoiceField(
    USAGE_SOURCES.filter((source) => source !== 'litellm'),
    { description: 'Provider that the bill is of.' },
  )
  source!: Exclude<UsageSource, 'litellm'>;

  @ObjectListField(() => BillLineDto, { optional: true, maxItems: MOST_LINES, description: 'Lines of the bill.' })
  lines?: BillLineDto[];

  @ObjectListField(() => BillFileDto, {
    optional: true,
    maxItems: 8,
    description: 'Files of the bill, instead of lines. Files with counts and files with money complete each other.',
  })
  files?: BillFileDto[];

  @TextListField({
    optional: true,
    maxItems: 50,
    description: 'Names of the providers here that the account pays. Default: all of the kind.',
  })
  providers?: string[];

  @AmountField({
    optional: true,
    max: 100,
    description: 'Percent of the larger side by which both may differ. Default: 1.',
  })
  tolerance_percent?: number;

  @TextField({
    optional: true,
    form: DECIMAL,
    description: 'US dollars by which costs may differ on top. Default: `0.01`.',
  })
  tolerance_usd?: string;

  @IdField({ optional: true, description: 'Only requests of this workspace.' })
  workspace_id?: string;
}
