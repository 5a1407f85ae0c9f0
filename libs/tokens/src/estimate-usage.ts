import type { ProviderGroup, Usage } from '@multilane/contracts';
import { collectPrompt, type Prompt } from './collect-prompt.js';
import { chooseFamily, FAMILY_FACTORS, type Family, hasOwnEncoding, LOW_DETAIL_IMAGE } from './family-factors.js';
import { tokenCounter } from './token-counter.js';

/** Model, as far as its tokens go. */
export interface CountedModel {
  /** The model's name at the provider. */
  model: string;
  group: ProviderGroup;
}

/** Prompt of a tenant. Tenants take turns where tokens are counted. */
export interface CountedPrompt extends CountedModel, Prompt {
  tenant: string;
}

/** Facts about an exchange whose provider reported no usage. */
export interface Exchange extends CountedPrompt {
  /** Everything the model wrote: reasoning and answer, of all choices. */
  completionText: string;
  /** The arguments of each tool call that the model made. */
  completionToolArguments?: readonly string[];
}

/**
 * Estimates usage with the model's tokenizer (docs/contract/usage.md#estimates); the audit log records it
 * as `estimated`. The tokenizer's thread starts with the first use.
 */
export async function estimateUsage(exchange: Exchange): Promise<Usage> {
  const { completionText, completionToolArguments = [] } = exchange;
  const family = chooseFamily(exchange.group, exchange.model);
  const factors = FAMILY_FACTORS[family];
  const parts = collectPrompt(exchange);
  const written = completionText !== '' || completionToolArguments.length > 0;
  const [prompt = 0, completion = 0] = await tokenCounter.count(
    [parts.texts, [completionText, ...completionToolArguments]],
    hasOwnEncoding(family) ? exchange.model : '',
    exchange.tenant,
  );

  const prompt_tokens = sumPrompt(parts, family, prompt);
  const completion_tokens =
    Math.round(completion * factors.text) +
    completionToolArguments.length * factors.perToolCall +
    (written ? factors.perCompletion : 0);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

/** Estimates the tokens of a prompt alone, for who must know them before the answer. */
export async function estimatePromptTokens(prompt: CountedPrompt): Promise<number> {
  const family = chooseFamily(prompt.group, prompt.model);
  const parts = collectPrompt(prompt);
  const encoding = hasOwnEncoding(family) ? prompt.model : '';
  const [tokens = 0] = await tokenCounter.count([parts.texts], encoding, prompt.tenant);
  return sumPrompt(parts, family, tokens);
}

/** @param tokens of the texts, by the reference provider's encoding */
function sumPrompt(parts: ReturnType<typeof collectPrompt>, family: Family, tokens: number): number {
  const factors = FAMILY_FACTORS[family];
  return (
    Math.round(tokens * factors.text) +
    parts.messages * factors.perMessage +
    factors.perPrompt +
    (parts.hasTools ? factors.withTools : 0) +
    parts.toolCalls * factors.perToolCall +
    parts.images * factors.perImage +
    parts.lowDetailImages * LOW_DETAIL_IMAGE +
    (hasOwnEncoding(family) ? parts.extras : 0)
  );
}
