import { AMOUNT_DECIMALS, divideRounded } from '../amount.js';
import { quarterOf } from '../read-time.js';
import { RecordReader } from '../record-reader.js';
import { type CostKind, NO_USAGE, type SourceRow } from '../usage-row.js';
import type { ReadOptions, SourceReader } from './source-reader.js';

/** Usage types of tokens, such as `USE1-Claude4.5Sonnet-cache-read-input-token-count-cross-region-global`. */
const TOKENS =
  /^(?:[A-Z]{2,6}\d-)?(.+?)-(?:mantle-)?(input-tokens|output-tokens|cache-read-input-token-count|cache-write-input-token-count)/;
/** Those of models that are sold by way of the marketplace, such as `USE1-MP:USE1_InputTokenCount-Units`. */
const MARKETPLACE = /MP:[A-Za-z0-9]+_(CacheRead|CacheWrite)?(Input|Output)TokenCount/;

const KIND_OF_TYPE: Readonly<Record<string, CostKind>> = {
  'input-tokens': 'input',
  'output-tokens': 'output',
  'cache-read-input-token-count': 'cached_input',
  'cache-write-input-token-count': 'cache_write',
  Input: 'input',
  Output: 'output',
  CacheReadInput: 'cached_input',
  CacheWriteInput: 'cache_write',
};

const TOKEN_UNIT = 10n ** BigInt(AMOUNT_DECIMALS);

/**
 * Reads line items for Amazon Bedrock of Cost and Usage Reports and of Data Exports (CUR 2.0), as CSV. Line items of other products are left out.
 * Tokens are counted in the unit that the row names: thousands or millions. Requests are not in these reports.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/cost-mgmt-understanding-cur-data.html
 */
export const readAwsRow: SourceReader = (placed, options) => {
  const row = new RecordReader(placed);
  const product = productOf(row);
  const code = row.text('line_item_product_code') ?? '';
  if (!/bedrock/i.test(code) && !/bedrock/i.test(product)) return [];
  const { at } = row.time('line_item_usage_start_date', 'UTC');
  const end = row.has('line_item_usage_end_date') ? row.time('line_item_usage_end_date', 'UTC').at : undefined;
  const isDay = end !== undefined && end.getTime() - at.getTime() >= 86_400_000 - 1000;
  const currency = row.text('line_item_currency_code');
  if (currency !== null && currency !== 'USD') throw row.fail('line_item_currency_code', 'must be `USD`.');
  const use = readUse(row, product);
  const found: SourceRow = {
    ...NO_USAGE,
    part: 'all',
    at: isDay ? new Date(`${at.toISOString().slice(0, 10)}T00:00:00Z`) : quarterOf(at),
    isDay,
    provider: 'bedrock',
    team: teamOf(row, options),
    key: nameOf(row.text('line_item_iam_principal')),
    ...use,
    cost: row.amount('line_item_unblended_cost'),
  };
  return [found];
};

type Use = Pick<
  SourceRow,
  'model' | 'costKind' | 'promptTokens' | 'completionTokens' | 'cachedTokens' | 'cacheWriteTokens'
>;

function readUse(row: RecordReader, product: string): Use {
  const none = { promptTokens: 0, completionTokens: 0, cachedTokens: 0, cacheWriteTokens: 0 };
  const type = row.text('line_item_usage_type') ?? '';
  const kind = row.text('line_item_line_item_type') ?? 'Usage';
  const [, model, name] = TOKENS.exec(type) ?? [];
  const [matched, cache = '', direction = ''] = MARKETPLACE.exec(type) ?? [];
  const costKind = KIND_OF_TYPE[name ?? `${cache}${direction}`];
  const sold = product.replace(/\s*\(Amazon Bedrock Edition\)$/i, '');
  const shown = model ?? (matched === undefined ? null : sold || null);
  // Credits, taxes and discounts are money alone.
  if (costKind === undefined || !/usage$/i.test(kind)) return { ...none, model: shown, costKind: costKind ?? 'other' };
  const tokens = Number(divideRounded(row.amount('line_item_usage_amount') * unitOf(row), TOKEN_UNIT));
  if (tokens < 0) throw row.fail('line_item_usage_amount', 'must not be negative.');
  return {
    ...none,
    model: shown,
    costKind,
    ...(costKind === 'output' ? { completionTokens: tokens } : { promptTokens: tokens }),
    ...(costKind === 'cached_input' && { cachedTokens: tokens }),
    ...(costKind === 'cache_write' && { cacheWriteTokens: tokens }),
  };
}

/** Tokens in a unit of the row. Fails for a unit that is not known: tokens would be wrong by a thousand times. */
function unitOf(row: RecordReader): bigint {
  const unit = row.text('pricing_unit') ?? '';
  const words = `${unit} ${row.text('line_item_line_item_description') ?? ''}`;
  if (/\b1?m(?:illion)?\b.{0,12}token|\bmillion\b/i.test(words)) return 1_000_000n;
  if (/\b1?k\b.{0,12}token|\bthousand\b|\b1,?000\b.{0,12}token/i.test(words)) return 1_000n;
  if (/^tokens?$/i.test(unit)) return 1n;
  throw row.fail('pricing_unit', 'must say in which unit tokens are counted, such as `1K tokens`.');
}

/** Name of the product: a column of its own, or a member of `product`. */
function productOf(row: RecordReader): string {
  return row.text('product_product_name') ?? row.json('product')?.text('product_name') ?? '';
}

/** The team by a tag: a column of its own in older reports, a member of `resource_tags` or `tags` in CUR 2.0. */
function teamOf(row: RecordReader, { teamTag }: ReadOptions): string | null {
  if (teamTag === undefined) return null;
  const tag = teamTag.toLowerCase();
  const column = row.text(`resource_tags_user_${tag.replaceAll(/[^a-z0-9]+/g, '_')}`);
  if (column !== null) return column;
  for (const name of ['resource_tags', 'tags']) {
    const found = row
      .json(name)
      ?.entries()
      .find(([member]) => isTag(member.toLowerCase(), tag));
    if (found !== undefined) return found[1];
  }
  return null;
}

const isTag = (member: string, tag: string): boolean =>
  [tag, `user_${tag}`, `user:${tag}`, `iamprincipal/${tag}`].includes(member);

/** The last part of an ARN. */
function nameOf(arn: string | null): string | null {
  return arn === null ? null : (arn.split('/').at(-1) ?? arn);
}
