import type { ProviderGroup, Usage } from '@multilane/contracts';
import { collectPrompt, type Prompt } from './collect-prompt.js';
import { chooseFamily, FAMILY_FACTORS, type Family, hasOwnEncoding, LOW_DETAIL_IMAGE } from './family-factors.js';
import { loadTokenizer, type Tokenizer } from './tokenizer.js';

/** Model, as far as its tokens go. */
export interface CountedModel {
  /** The model's name at the provider. */
  model: string;
  group: ProviderGroup;
}

/** Facts about an exchange whose provider reported no usage. */
export interface Exchange extends CountedModel, Prompt {
  /** Everything the model wrote: reasoning and answer, of all choices. */
  completionText: string;
  /** The arguments of each tool call that the model made. */
  completionToolArguments?: readonly string[];
}

/**
 * Estimates usage with the model's tokenizer (docs/contract/usage.md#estimates); the audit log records it
 * as `estimated`. Loads the tokenizer on first use.
 */
export async function estimateUsage(exchange: Exchange): Promise<Usage> {
  const { completionText, completionToolArguments = [] } = exchange;
  const [family, tokenizer] = await chooseTokenizer(exchange);
  const factors = FAMILY_FACTORS[family];
  const written = completionText !== '' || completionToolArguments.length > 0;

  const prompt_tokens = countPrompt(exchange, family, tokenizer);
  const completion_tokens =
    scaleText([completionText, ...completionToolArguments], factors.text, tokenizer) +
    completionToolArguments.length * factors.perToolCall +
    (written ? factors.perCompletion : 0);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

/** Estimates the tokens of a prompt alone, for who must know them before the answer. */
export async function estimatePromptTokens(prompt: CountedModel & Prompt): Promise<number> {
  const [family, tokenizer] = await chooseTokenizer(prompt);
  return countPrompt(prompt, family, tokenizer);
}

async function chooseTokenizer({ group, model }: CountedModel): Promise<[Family, Tokenizer]> {
  const family = chooseFamily(group, model);
  return [family, await loadTokenizer(hasOwnEncoding(family) ? model : '')];
}

function countPrompt(prompt: Prompt, family: Family, tokenizer: Tokenizer): number {
  const parts = collectPrompt(prompt);
  const factors = FAMILY_FACTORS[family];
  return (
    scaleText(parts.texts, factors.text, tokenizer) +
    parts.messages * factors.perMessage +
    factors.perPrompt +
    (parts.hasTools ? factors.withTools : 0) +
    parts.toolCalls * factors.perToolCall +
    parts.images * factors.perImage +
    parts.lowDetailImages * LOW_DETAIL_IMAGE +
    (hasOwnEncoding(family) ? parts.extras : 0)
  );
}

function scaleText(texts: readonly string[], factor: number, tokenizer: Tokenizer): number {
  return Math.round(tokenizer.countAll(texts) * factor);
}
