import { USAGE_PARTS, USAGE_SOURCES, type UsagePart, type UsageSource } from '@multilane/importers';
import { OVERLAP_CHOICES, type OverlapChoice } from '@multilane/persistence';
import { FreeObjectField, ObjectListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

const SHA_256 = { pattern: /^[0-9a-f]{64}$/, name: 'a SHA-256 in hexadecimal' };
const DECIMAL = { pattern: /^-?\d{1,15}(?:\.\d{1,18})?$/, name: 'a decimal number with up to 18 decimals' };

/** Rows of one batch at most. */
const MOST_BATCH_ROWS = 500;

/** Characters of a file that the service reads itself; the command line reads files of any length. */
const MOST_TEXT = 1_000_000;

/** An import that is to be filled with rows. */
export class BeginUsageImportDto {
  @ChoiceField(USAGE_SOURCES, { description: 'Product or provider that the files are of.' })
  source!: UsageSource;

  @TextField({
    optional: true,
    max: 100,
    description:
      'Name that tells several accounts of one source apart. Days of a later import replace those of an earlier one with the same source and account.',
  })
  account?: string;

  @IdField({
    optional: true,
    description: 'Workspace of the usage. Default: the workspace of the credential, else the whole organization.',
  })
  workspace_id?: string;
}

class UsageImportRowDto {
  @ChoiceField(USAGE_PARTS, {
    description: '`usage`: counts without money. `cost`: money without counts. `all`: both.',
  })
  part!: UsagePart;

  @TimeField({ description: 'Time of the usage. It counts in its quarter of an hour.' })
  at!: string;

  @FlagField({ description: 'True if the source tells days of UTC apart and no times.' })
  is_day!: boolean;

  @TextField({ nullable: true, max: 256, description: 'Name of the model.' })
  model!: string | null;

  @TextField({ max: 256, description: 'Kind of the provider, such as `openai`.' })
  provider!: string;

  @TextField({ nullable: true, max: 256, description: 'Id or name of the team. A name without a team stays a name.' })
  team!: string | null;

  @TextField({ nullable: true, max: 256, description: 'Id or name of the key.' })
  key!: string | null;

  @TextField({
    nullable: true,
    form: SHA_256,
    description: 'SHA-256 of the key: one that was taken over is found by it.',
  })
  key_hash!: string | null;

  @TextField({ nullable: true, max: 256, description: 'Id or email of the person. Others are left out.' })
  user!: string | null;

  @TextField({ nullable: true, max: 256, description: 'End customer.' })
  customer!: string | null;

  @FreeObjectField({ nullable: true, maxBytes: 4096, description: 'Tags by name: at most 10.' })
  tags!: Record<string, string> | null;

  @CountField({ description: 'Number of requests.' })
  requests!: number;

  @CountField({ description: 'Those that failed.' })
  failed_requests!: number;

  @CountField({ description: 'Prompt tokens, with cached ones.' })
  prompt_tokens!: number;

  @CountField({ description: 'Completion tokens.' })
  completion_tokens!: number;

  @CountField({ description: 'Prompt tokens that were read from the cache.' })
  cached_tokens!: number;

  @TextField({ form: DECIMAL, description: 'US dollars, as a decimal number.', example: '0.0021' })
  cost_usd!: string;
}

/** A batch of rows. */
export class AddUsageRowsDto {
  @CountField({ description: 'Number of the batch, from 0 on. One that was added already is left alone.' })
  batch!: number;

  @ObjectListField(() => UsageImportRowDto, {
    maxItems: MOST_BATCH_ROWS,
    description: 'Rows. Those with the same time and attribution are added up.',
  })
  rows!: UsageImportRowDto[];
}

/** A file that the service reads. */
export class AddUsageFileDto {
  @CountField({ description: 'Number of the batch, from 0 on. One that was added already is left alone.' })
  batch!: number;

  @TextField({ max: 200, description: 'Name of the file, for messages.' })
  name!: string;

  @TextField({
    max: MOST_TEXT,
    multiline: true,
    description: 'Text of the file: CSV or JSON. `multilane import usage` reads larger ones.',
  })
  text!: string;

  @TextField({
    optional: true,
    max: 64_000,
    multiline: true,
    description: 'Names here by the names of the source, as YAML or JSON with `teams`, `keys`, `users` and `models`.',
  })
  mapping?: string;

  @TextField({
    optional: true,
    max: 64,
    description: 'IANA name of the zone of times without an offset. Default: `UTC`.',
  })
  zone?: string;

  @TextField({ optional: true, max: 128, description: 'Tag of AWS that names the team.' })
  team_tag?: string;
}

/** End of an import. */
export class CompleteUsageImportDto {
  @TextField({ form: SHA_256, description: 'SHA-256 of the files and of the choices with which they were read.' })
  digest!: string;

  @ChoiceField(OVERLAP_CHOICES, {
    optional: true,
    description:
      'Days with recorded requests of the same provider: `reject` (default) answers 409, `skip` leaves them out, `keep` counts both.',
  })
  overlap?: OverlapChoice;
}
