import type { SourceNode } from '../source-node.js';
import type { LitellmContext } from './context.js';

const PRICES: readonly (readonly [string, string])[] = [
  ['input_cost_per_token', 'input_per_million'],
  ['output_cost_per_token', 'output_per_million'],
  ['cache_read_input_token_cost', 'cached_input_per_million'],
  ['cache_creation_input_token_cost', 'cache_write_per_million'],
  ['cache_creation_input_token_cost_above_1hr', 'cache_write_1h_per_million'],
  ...(['flex', 'priority'] as const).flatMap((tier) => [
    [`input_cost_per_token_${tier}`, `${tier}_input_per_million`] as const,
    [`output_cost_per_token_${tier}`, `${tier}_output_per_million`] as const,
    [`cache_read_input_token_cost_${tier}`, `${tier}_cached_input_per_million`] as const,
  ]),
  ['input_cost_per_token_batches', 'batch_input_per_million'],
  ['output_cost_per_token_batches', 'batch_output_per_million'],
  ['cache_read_input_token_cost_batches', 'batch_cached_input_per_million'],
  ['input_cost_per_audio_token', 'audio_input_per_million'],
  ['output_cost_per_audio_token', 'audio_output_per_million'],
];

const MEDIA_PRICES: readonly (readonly [string, string, number])[] = [
  ['output_cost_per_image', 'image', 1],
  ['input_cost_per_image', 'image', 1],
  ['input_cost_per_character', 'speech_per_1k_chars', 1_000],
  ['input_cost_per_second', 'per_second', 1],
  ['output_cost_per_second', 'per_second', 1],
];

/** Prices stand in `litellm_params` or in `model_info`. */
export function readPrices({ findings }: LitellmContext, ...places: readonly SourceNode[]) {
  const prices: Record<string, number> = {};
  const media: Record<string, number> = {};
  const take = (into: Record<string, number>, source: string, name: string, factor: number): void => {
    for (const place of places) {
      const node = place.at(source);
      const { number } = node;
      if (number === undefined || number < 0) continue;
      into[name] = round(number * factor);
      findings.exact(node, `Became the price \`${name}\`.`);
    }
  };
  for (const [source, name] of PRICES) take(prices, source, name, 1_000_000);
  const above = findLongPrompts(places);
  if (above !== undefined) {
    prices.long_prompt_above = above * 1000;
    for (const [source, name] of LONG_PRICES) take(prices, `${source}_above_${above}k_tokens`, name, 1_000_000);
  }
  noteFinerPrices(findings, places, above);
  takeSearch(findings, places, prices);
  for (const [source, name, factor] of MEDIA_PRICES) take(media, source, name, factor);
  return {
    prices: Object.keys(prices).length === 0 ? undefined : prices,
    media_prices: Object.keys(media).length === 0 ? undefined : media,
  };
}

/** Without the noise of binary fractions: 0.0000025 × 1,000,000 is 2.5. */
function round(number: number): number {
  return Number(number.toPrecision(12));
}

const LONG_PRICES: readonly (readonly [string, string])[] = [
  ['input_cost_per_token', 'long_input_per_million'],
  ['output_cost_per_token', 'long_output_per_million'],
  ['cache_read_input_token_cost', 'long_cached_input_per_million'],
];

/** Thousands of tokens above which a prompt is dearer. With several steps it is the first: what comes after is never cheaper. */
function findLongPrompts(places: readonly SourceNode[]): number | undefined {
  const steps = places.flatMap((place) =>
    place.entries.flatMap(([name, node]) => {
      const step = /^(?:input|output)_cost_per_token_above_(\d{1,6})k_tokens$/.exec(name);
      return step && node.number !== undefined ? [Number(step[1])] : [];
    }),
  );
  return steps.length === 0 ? undefined : Math.min(...steps);
}

/** Prices of a length within a tier, or of a second length, have no place of their own. */
function noteFinerPrices(
  findings: LitellmContext['findings'],
  places: readonly SourceNode[],
  above: number | undefined,
): void {
  for (const place of places) {
    for (const [name, node] of place.entries) {
      const step = /_above_(\d{1,6})k_tokens(_\w+)?$/.exec(name);
      if (step === null || node.number === undefined) continue;
      if (step[2] !== undefined)
        findings.approximate(node, 'Long prompts in a tier cost as many times more as they do in the standard tier.');
      else if (Number(step[1]) !== above)
        findings.approximate(node, 'Prompts have one length above which they cost more: the lowest was taken.');
    }
  }
}

/** A price for each size of context becomes the dearest of them: no budget is spent faster than it is counted. */
function takeSearch(
  findings: LitellmContext['findings'],
  places: readonly SourceNode[],
  prices: Record<string, number>,
): void {
  for (const place of places) {
    const node = place.at('search_context_cost_per_query');
    if (!node.exists) continue;
    const given = node.number === undefined ? node.entries.map(([, each]) => each.number) : [node.number];
    const numbers = given.filter((number) => number !== undefined && number >= 0);
    if (numbers.length === 0) continue;
    prices.per_search = round(Math.max(...(numbers as number[])));
    if (new Set(numbers).size === 1) findings.exact(node, 'Became the price `per_search`.');
    else findings.approximate(node, 'Became the price `per_search`: the dearest of the sizes.');
  }
}
