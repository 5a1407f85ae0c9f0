import { type ModelSums, showDollars, type UsageCollector, writeAmount } from '@multilane/importers';
import { plain } from '../answer.js';

/** Models that a report for people lists. */
const MOST_SHOWN = 40;

/** Report on files of usage, for a program. @param unknown models that nobody here has; undefined if they could not be asked for */
export function viewUsage(collector: UsageCollector, unknown: readonly string[] | undefined) {
  const { byModel, days, rowCount, sums } = collector;
  return {
    rows: rowCount,
    days: days.length,
    first_day: days[0] ?? null,
    last_day: days.at(-1) ?? null,
    requests: sums.requests,
    prompt_tokens: sums.promptTokens,
    completion_tokens: sums.completionTokens,
    cost_usd: writeAmount(sums.cost),
    models: byModel.map(viewModel),
    unknown_models: unknown ?? null,
  };
}

function viewModel({ completionTokens, cost, model, promptTokens, requests }: ModelSums) {
  return {
    model,
    requests,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    cost_usd: writeAmount(cost),
  };
}

/** The same for a person. */
export function describeUsage(collector: UsageCollector, unknown: readonly string[] | undefined): string {
  const { byModel, days, rowCount, sums } = collector;
  const range = days.length === 0 ? 'no day' : `${days.length} days from ${days[0]} to ${days.at(-1)} (UTC)`;
  const lines = byModel.slice(0, MOST_SHOWN).map((model) => {
    const tokens = `${model.requests} requests, ${model.promptTokens} tokens in, ${model.completionTokens} out`;
    return `  ${plain(model.model) || '(no model)'}: ${showDollars(model.cost)}, ${tokens}`;
  });
  if (byModel.length > MOST_SHOWN) lines.push(`  and ${byModel.length - MOST_SHOWN} more models`);
  const total = `${rowCount} rows, ${range}, ${sums.requests} requests, ${showDollars(sums.cost)}`;
  return [total, ...lines, ...describeUnknown(unknown)].join('\n');
}

function describeUnknown(unknown: readonly string[] | undefined): string[] {
  if (unknown === undefined || unknown.length === 0) return [];
  const names = unknown.slice(0, MOST_SHOWN).map(plain).join(', ');
  return [`Models that no model here is called or asks: ${names}. Map them with \`models\` of --map, or leave them.`];
}
