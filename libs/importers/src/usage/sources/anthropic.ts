import { divideRounded } from '../amount.js';
import { quarterOf } from '../read-time.js';
import { RecordReader } from '../record-reader.js';
import { type CostKind, NO_USAGE, type SourceRow } from '../usage-row.js';
import { readBucket, type SourceReader } from './source-reader.js';

const A_DAY_MS = 86_400_000;

/**
 * Reads Anthropic's usage and costs: pages of the Admin API's `usage_report/messages` and `cost_report`, whose amounts are cents, and the two CSV
 * files of the console, whose amounts are dollars. Days are of UTC.
 * https://platform.claude.com/docs/en/api/admin/usage_report/retrieve_messages, https://platform.claude.com/docs/en/api/admin/cost_report,
 * https://support.claude.com/en/articles/9534590 (console).
 */
export const readAnthropicRecord: SourceReader = (placed, { zone }) => {
  if (placed.columns === undefined) {
    const { bucket, results } = readBucket(placed);
    const span = readSpan(bucket, zone);
    return results.flatMap((result) => (result.has('amount') ? readCost(result, span) : readUsage(result, span)));
  }
  const row = new RecordReader(placed);
  const span = { at: row.time('usage_date_utc', 'UTC').at, isDay: true };
  return row.has('cost_usd') ? readConsoleCost(row, span) : readConsoleUsage(row, span);
};

type Span = Pick<SourceRow, 'at' | 'isDay'>;

function readSpan(bucket: RecordReader, zone: string): Span {
  const [start, end] = ['starting_at', 'ending_at'].map((name) => bucket.time(name, zone).at);
  if (start === undefined || end === undefined || end <= start) {
    throw bucket.fail('ending_at', 'must be a time behind `starting_at`.');
  }
  const isDay = end.getTime() - start.getTime() >= A_DAY_MS;
  return { at: isDay ? start : quarterOf(start), isDay };
}

function readUsage(result: RecordReader, span: Span): SourceRow[] {
  const created = result.within('cache_creation');
  const writes = created.count('ephemeral_5m_input_tokens') + created.count('ephemeral_1h_input_tokens');
  return [
    {
      ...NO_USAGE,
      ...span,
      part: 'usage',
      provider: 'anthropic',
      model: result.text('model'),
      team: result.text('workspace_id'),
      key: result.text('api_key_id'),
      user: result.text('account_id'),
      ...tokensOf(result.count('uncached_input_tokens'), result.count('cache_read_input_tokens'), writes),
      completionTokens: result.count('output_tokens'),
    },
  ];
}

function readCost(result: RecordReader, span: Span): SourceRow[] {
  const currency = result.text('currency');
  if (currency !== null && currency.toUpperCase() !== 'USD') throw result.fail('currency', 'must be `USD`.');
  return [
    {
      ...NO_USAGE,
      ...span,
      part: 'cost',
      provider: 'anthropic',
      model: result.text('model'),
      team: result.text('workspace_id'),
      cost: divideRounded(result.amount('amount'), 100n),
      costKind: kindOf(result.text('token_type') ?? ''),
    },
  ];
}

function readConsoleUsage(row: RecordReader, span: Span): SourceRow[] {
  const writes = row.count('usage_input_tokens_cache_write_5m') + row.count('usage_input_tokens_cache_write_1h');
  return [
    {
      ...NO_USAGE,
      ...span,
      part: 'usage',
      provider: 'anthropic',
      model: row.demand('model_version'),
      team: row.text('workspace'),
      key: row.text('api_key'),
      ...tokensOf(row.count('usage_input_tokens_no_cache'), row.count('usage_input_tokens_cache_read'), writes),
      completionTokens: row.count('usage_output_tokens'),
    },
  ];
}

function readConsoleCost(row: RecordReader, span: Span): SourceRow[] {
  return [
    {
      ...NO_USAGE,
      ...span,
      part: 'cost',
      provider: 'anthropic',
      model: row.text('model'),
      team: row.text('workspace'),
      key: row.text('api_key'),
      cost: row.amount('cost_usd'),
      costKind: kindOf(row.text('token_type') ?? ''),
    },
  ];
}

/** A prompt is what was not cached, what was read and what was written, as everywhere here. */
function tokensOf(uncached: number, read: number, written: number) {
  return { promptTokens: uncached + read + written, cachedTokens: read, cacheWriteTokens: written };
}

/** Both `cache_read_input_tokens` and `input_cache_read`, and their like. */
function kindOf(type: string): CostKind {
  if (type.includes('cache_read')) return 'cached_input';
  if (type.includes('cache_creation') || type.includes('cache_write')) return 'cache_write';
  if (type.includes('output')) return 'output';
  return type.includes('input') ? 'input' : 'other';
}
