import { type PlacedRecord, readRecords } from './read-records.js';
import { readAnthropicRecord } from './sources/anthropic.js';
import { readAwsRow } from './sources/aws.js';
import { readLitellmRow } from './sources/litellm.js';
import { readOpenaiRecord } from './sources/openai.js';
import type { ReadOptions, SourceReader } from './sources/source-reader.js';
import { UsageFileError } from './usage-file-error.js';
import type { SourceRow, UsageSource } from './usage-row.js';

const READERS: Readonly<Record<UsageSource, SourceReader>> = {
  litellm: readLitellmRow,
  openai: readOpenaiRecord,
  anthropic: readAnthropicRecord,
  aws: readAwsRow,
};

/** Columns of a CSV of each source: a file of another one is rejected before its first row. */
const COLUMNS: Readonly<Record<UsageSource, readonly (readonly string[])[]>> = {
  litellm: [['start_time', 'api_key', 'spend', 'prompt_tokens', 'completion_tokens']],
  openai: [
    ['start_time', 'end_time', 'amount_value'],
    ['start_time', 'end_time', 'input_tokens', 'output_tokens', 'num_model_requests'],
  ],
  anthropic: [
    ['usage_date_utc', 'model_version', 'usage_input_tokens_no_cache', 'usage_output_tokens'],
    ['usage_date_utc', 'model', 'token_type', 'cost_usd'],
  ],
  aws: [
    [
      'line_item_usage_start_date',
      'line_item_product_code',
      'line_item_usage_type',
      'line_item_usage_amount',
      'line_item_unblended_cost',
    ],
  ],
};

/** Members of an object of JSON of each source. */
const MEMBERS: Readonly<Record<UsageSource, readonly string[]>> = {
  litellm: ['startTime', 'api_key', 'spend'],
  openai: ['start_time', 'end_time', 'results'],
  anthropic: ['starting_at', 'ending_at', 'results'],
  aws: [],
};

/** File of usage, as chunks of its text. */
export interface UsageFile {
  readonly name: string;
  readonly chunks: AsyncIterable<string>;
}

/** A text that is there at once, as the chunks of a file. */
export async function* toChunks(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

/**
 * Reads the rows of usage of a file of any length. One record is in memory at a time.
 *
 * @throws UsageFileError with the line and the field of what cannot be read
 */
export async function* readUsage(
  source: UsageSource,
  { chunks, name }: UsageFile,
  options: ReadOptions,
): AsyncGenerator<SourceRow> {
  let isChecked = false;
  for await (const placed of readRecords(name, chunks)) {
    if (!isChecked || placed.columns === undefined) demandForm(source, placed);
    isChecked = true;
    yield* READERS[source](placed, options);
  }
}

/** Reads rows of a database of LiteLLM, which are records already. */
export function readLitellmRecord(placed: PlacedRecord, options: ReadOptions): Iterable<SourceRow> {
  demandForm('litellm', placed);
  return READERS.litellm(placed, options);
}

/** Fails for a record of something else. */
function demandForm(source: UsageSource, placed: PlacedRecord): void {
  const { columns, record } = placed;
  const [isCsv, forms] = columns === undefined ? [false, [MEMBERS[source]]] : [true, COLUMNS[source]];
  const names = columns ?? Object.keys(record);
  if (source === 'aws' && !isCsv) throw new UsageFileError(placed, 'Reports of AWS are read as CSV.');
  if (forms.some((form) => form.every((name) => names.includes(name)))) return;
  const wanted = forms.map((form) => form.map((name) => `\`${name}\``).join(', ')).join(', or ');
  throw new UsageFileError(placed, `This is no usage of ${source}: it needs ${isCsv ? 'the columns ' : ''}${wanted}.`);
}
