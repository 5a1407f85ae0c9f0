import { type Caller, tenantOf } from '@multilane/auth';
import { type AnyRequest, type ChatRequest, inOutline, type Usage } from '@multilane/contracts';
import { groupOf } from '@multilane/providers';
import type { Logger } from '@multilane/telemetry';
import {
  boundPrompt,
  type CountedModel,
  estimateUsage,
  guessTokens,
  measurePrompt,
  type Prompt,
  type PromptMeasure,
} from '@multilane/tokens';
import type { CallPlan } from './model-call.js';
import { isOfItems, readItems, readOutputTexts } from './read-items.js';

/** The members that hold a prompt in the requests of the endpoints other than chat. */
const PROMPT_MEMBERS = [
  ...(['input', 'instructions', 'prompt', 'query', 'documents', 'state', 'questions', 'system'] as const),
];

/** Reads the texts of a request that are counted if the provider reports no usage: its messages, or all texts of its prompt. */
export function readPrompt(request: AnyRequest): Prompt {
  if (Array.isArray(request.messages)) return request as unknown as ChatRequest;
  if (isOfItems(request)) return readItems(request);
  const texts: string[] = [];
  for (const member of PROMPT_MEMBERS) collectTexts(request[member], texts);
  return { messages: [{ role: 'user', content: texts.join('\n') }] };
}

/** Tokens that the client sent as such, instead of text; `readPrompt` does not have them. */
export function countGivenTokens({ input, messages, prompt }: AnyRequest): number {
  return Array.isArray(messages) ? 0 : countNumbers(input) + countNumbers(prompt);
}

/** Counts the numbers of an array, or of arrays of arrays. */
function countNumbers(value: unknown): number {
  if (!Array.isArray(value)) return 0;
  if (typeof value[0] === 'number') return value.length;
  return value.reduce<number>((sum, each) => sum + (Array.isArray(each) ? each.length : 0), 0);
}

/** The same prompt by its lengths alone, including everything outside its messages. */
export function measureRequest(request: AnyRequest): PromptMeasure {
  const others: unknown[] = [];
  for (const member of PROMPT_MEMBERS) if (request[member] !== undefined) others.push(request[member]);
  return inOutline(() => measurePrompt({ messages: request.messages, tools: request.tools, others }));
}

function collectTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) collectTexts(item, texts);
}

/** The members of the answers of all endpoints that hold what a model wrote. */
interface Written {
  choices?: readonly {
    text?: unknown;
    message?: Words | null;
    delta?: Words | null;
  }[];
}

interface Words {
  content?: unknown;
  reasoning_content?: unknown;
  tool_calls?: readonly { function?: { arguments?: string }; custom?: { input?: string } }[] | null;
}

/** Adds what the model wrote in an answer, or in a chunk of one, to `parts`: what an estimate of the usage counts. */
export function collectText(answer: object, parts: string[]): void {
  readOutputTexts(answer, parts);
  for (const { delta, message, text } of (answer as Written).choices ?? []) {
    if (typeof text === 'string') parts.push(text);
    const words = delta ?? message;
    if (!words) continue;
    if (typeof words.content === 'string') parts.push(words.content);
    if (typeof words.reasoning_content === 'string') parts.push(words.reasoning_content);
    for (const call of words.tool_calls ?? []) parts.push(call.function?.arguments ?? call.custom?.input ?? '');
  }
}

/** Observed parts of an answer whose usage nobody reported. */
export interface SeenAnswer {
  /** Texts that the model wrote. */
  readonly completionParts: readonly string[];
  /** Characters of text that were relayed unread, about. */
  readonly relayedCharacters: number;
}

/** Estimated characters of a token in an answer whose text was not read. */
const CHARACTERS_A_TOKEN = 4;

/**
 * The usage of a call, from its prompt and the answer that was seen: counted with the model's tokenizer. Where that fails, lengths decide: no
 * answer is lost for it, and none is free.
 */
export async function estimateSeen(
  { request, target }: Pick<CallPlan, 'request' | 'target'>,
  { completionParts, relayedCharacters }: SeenAnswer,
  caller: Caller,
  { logger }: { readonly logger: Pick<Logger, 'error'> },
): Promise<Usage> {
  const model = { model: target.provider.upstreamModel, group: groupOf(target.provider) };
  const prompted = readPrompt(request);
  const completionText = completionParts.join('');
  const usage = await estimateUsage({ ...model, ...prompted, completionText, tenant: tenantOf(caller) }).catch(
    (error: unknown) => {
      logger.error({ err: error }, 'the tokenizer failed, and usage was estimated by lengths');
      return guessUsage(model, prompted, completionText);
    },
  );
  const completion = Math.max(usage.completion_tokens, Math.ceil(relayedCharacters / CHARACTERS_A_TOKEN));
  const prompt = usage.prompt_tokens + countGivenTokens(request);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

/** About as many tokens as texts of such lengths have. */
function guessUsage(model: CountedModel, prompt: Prompt, completionText: string): Usage {
  const prompt_tokens = boundPrompt(measurePrompt(prompt), model).charge;
  const completion_tokens = guessTokens(completionText, model);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

/** Adds the usage of two attempts. */
export function addUsage(one: Usage | undefined, other: Usage): Usage {
  if (one === undefined) return other;
  const cached = sum(one.prompt_tokens_details?.cached_tokens, other.prompt_tokens_details?.cached_tokens);
  const reasoning = sum(
    one.completion_tokens_details?.reasoning_tokens,
    other.completion_tokens_details?.reasoning_tokens,
  );
  return {
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
    total_tokens: one.total_tokens + other.total_tokens,
    ...(cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
    ...(reasoning === undefined ? {} : { completion_tokens_details: { reasoning_tokens: reasoning } }),
  };
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0);
}
