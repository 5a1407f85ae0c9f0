import { quarterOf, readSeconds } from '../read-time.js';
import { RecordReader } from '../record-reader.js';
import { type CostKind, NO_USAGE, type SourceRow } from '../usage-row.js';
import { readBucket, type SourceReader } from './source-reader.js';

const A_DAY_S = 86_400;

/**
 * Reads OpenAI's usage and costs: pages of `/v1/organization/usage/{completions,embeddings,…}` and `/v1/organization/costs`, and the CSV that the
 * dashboard exports, whose columns are the fields of a result behind those of its bucket. All times are of UTC.
 * https://platform.openai.com/docs/api-reference/usage, https://developers.openai.com/api/reference (costs);
 * https://help.openai.com/en/articles/8554956 (export).
 */
export const readOpenaiRecord: SourceReader = (placed) => {
  if (placed.columns === undefined) {
    const { bucket, results } = readBucket(placed);
    return results.flatMap((result) => readResult(bucket, result, result.text('object')?.includes('costs') === true));
  }
  const row = new RecordReader(placed);
  const isCost = placed.columns.includes('amount_value');
  // A day without usage has empty columns.
  if (isCost ? !row.has('amount_value') : !row.has('input_tokens') && !row.has('num_model_requests')) return [];
  return readResult(row, row, isCost);
};

function readResult(bucket: RecordReader, result: RecordReader, isCost: boolean): SourceRow[] {
  const place = {
    ...readSpan(bucket),
    provider: 'openai',
    team: result.text('project_id'),
    key: result.text('api_key_id'),
    user: result.text('user_id'),
  };
  if (isCost) return [{ ...NO_USAGE, ...place, part: 'cost', ...readLine(result), cost: readMoney(result) }];
  return [
    {
      ...NO_USAGE,
      ...place,
      part: 'usage',
      model: result.text('model'),
      requests: result.count('num_model_requests'),
      promptTokens: result.count('input_tokens'),
      completionTokens: result.count('output_tokens'),
      cachedTokens: result.count('input_cached_tokens'),
    },
  ];
}

function readSpan(bucket: RecordReader): Pick<SourceRow, 'at' | 'isDay'> {
  const [start, end] = ['start_time', 'end_time'].map((name) => readSeconds(bucket.demand(name)));
  if (start === undefined) throw bucket.fail('start_time', 'must be a time in seconds since 1970.');
  if (end === undefined || end <= start) throw bucket.fail('end_time', 'must be a time behind `start_time`.');
  const isDay = (end.getTime() - start.getTime()) / 1000 >= A_DAY_S;
  return { at: isDay ? start : quarterOf(start), isDay };
}

/** Money of the API is an object, and two columns of the CSV. */
function readMoney(result: RecordReader): bigint {
  const amount = result.within('amount');
  const [value, currency] = result.has('amount')
    ? (['value', 'currency'] as const)
    : ['amount_value', 'amount_currency'];
  const from = result.has('amount') ? amount : result;
  const name = from.text(currency);
  if (name !== null && name.toLowerCase() !== 'usd') throw from.fail(currency, 'must be `usd`.');
  return from.amount(value);
}

/** A line is the model and the purpose, such as `gpt-4o-2024-08-06, cached input`; others are things without tokens. */
function readLine(result: RecordReader): Pick<SourceRow, 'model' | 'costKind'> {
  const line = result.text('line_item');
  const [, model = line, purpose = ''] = /^(.*), ([^,]+)$/.exec(line ?? '') ?? [];
  return { model, costKind: kindOf(purpose.toLowerCase()) };
}

function kindOf(purpose: string): CostKind {
  if (purpose.includes('cache write')) return 'cache_write';
  if (purpose.includes('cached')) return 'cached_input';
  if (purpose.includes('output')) return 'output';
  return purpose.includes('input') ? 'input' : 'other';
}
