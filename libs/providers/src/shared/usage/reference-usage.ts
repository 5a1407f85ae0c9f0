import type { Usage } from '@multilane/contracts';
import { isRecord, readCount } from '@multilane/contracts';

/**
 * Token counts in the reference meaning (docs/contract/usage.md#estimates); undefined when the provider
 * reported none that can be believed. A missing count follows from the others; a detail is present only when reported.
 */
export function mapUsage(reported: unknown): Usage | undefined {
  if (!isRecord(reported)) return undefined;
  if (isBroken(reported.prompt_tokens) || isBroken(reported.completion_tokens)) return undefined;
  const total = readCount(reported.total_tokens);
  const prompt = readCount(reported.prompt_tokens) ?? subtract(total, readCount(reported.completion_tokens));
  const answer = readCount(reported.completion_tokens) ?? subtract(total, prompt);
  if (prompt === undefined || answer === undefined) return undefined;

  const reasoning = readReasoning(reported);
  // xAI counts reasoning beside the completion, the reference within it (docs.x.ai, "Reasoning", usage).
  const completion = reasoning !== undefined && total === prompt + answer + reasoning ? answer + reasoning : answer;
  const usage: Usage = {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: Math.max(total ?? 0, prompt + completion),
  };
  const cached = readCached(reported);
  // Some hosts count what was cached of an earlier prompt too: what is billed is never more than the prompt.
  if (cached !== undefined) usage.prompt_tokens_details = { cached_tokens: Math.min(cached, prompt) };
  const written = readWritten(reported.prompt_tokens_details);
  if (written !== undefined) {
    const most = prompt - (usage.prompt_tokens_details?.cached_tokens ?? 0);
    usage.prompt_tokens_details = { ...usage.prompt_tokens_details, cache_write_tokens: Math.min(written, most) };
  }
  if (reasoning !== undefined) usage.completion_tokens_details = { reasoning_tokens: reasoning };
  const media = readMedia(reported.prompt_tokens_details);
  if (media !== undefined) usage.prompt_tokens_details = { ...usage.prompt_tokens_details, ...media };
  const made = readMedia(reported.completion_tokens_details);
  if (made !== undefined) usage.completion_tokens_details = { ...usage.completion_tokens_details, ...made };
  return usage;
}

/**
 * Corrects a provider's report: its counts in the reference meaning and its other members as they came, for answers
 * that are translated from chat. Undefined when it reported nothing that can be believed.
 */
export function correctUsage(reported: unknown): Usage | undefined {
  const counts = mapUsage(reported);
  if (counts === undefined) return undefined;
  const given = possibleUsage(reported as Record<string, unknown>) as Usage;
  const corrected: Usage = { ...given, ...counts };
  const { completion_tokens_details: completion, prompt_tokens_details: prompt } = counts;
  if (prompt) corrected.prompt_tokens_details = { ...given.prompt_tokens_details, ...prompt };
  if (completion) corrected.completion_tokens_details = { ...given.completion_tokens_details, ...completion };
  return corrected;
}

/** Counts that are part of the prompt, beside what was read from a cache. */
const WRITES = ['cache_write_tokens', 'cache_creation_tokens'] as const;

/**
 * The usage of an answer that is relayed: the object itself where its counts are possible, else with the counts that are; undefined where
 * it has none. Tokens read from a cache and written to it are never more than the prompt.
 */
export function possibleUsage(reported: Record<string, unknown>): Record<string, unknown> | undefined {
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = reported;
  if (isCount(prompt) && isCount(completion) && isCount(total)) {
    const areGood =
      areDetails(reported.prompt_tokens_details, prompt) && areDetails(reported.completion_tokens_details, undefined);
    if (areGood) return reported;
  }
  const counts = mapUsage(reported);
  if (counts === undefined) return undefined;
  const { completion_tokens_details: _given, prompt_tokens_details: details, ...rest } = reported;
  const read = counts.prompt_tokens_details?.cached_tokens ?? 0;
  const written = isRecord(details) ? WRITES.map((name) => [name, readCount(details[name])] as const) : [];
  const limited = written.flatMap(([name, count]) =>
    count === undefined ? [] : [[name, Math.min(count, Math.max(0, counts.prompt_tokens - read))] as const],
  );
  if (limited.length === 0) return { ...rest, ...counts };
  return {
    ...rest,
    ...counts,
    prompt_tokens_details: { ...counts.prompt_tokens_details, ...Object.fromEntries(limited) },
  };
}

function isCount(value: unknown): value is number {
  return readCount(value) !== undefined;
}

/** Details are counts, none where they are null, and no more than `most` together where they are parts of it. */
function areDetails(details: unknown, most: number | undefined): boolean {
  if (details === undefined || details === null) return true;
  if (!isRecord(details)) return false;
  for (const name in details) {
    const value = details[name];
    // Members that are not counts of tokens are the provider's own.
    if (value !== null && value !== undefined && !isCount(value) && name.endsWith('_tokens')) return false;
  }
  return most === undefined || sumCached(details) <= most;
}

function sumCached(details: Readonly<Record<string, unknown>>): number {
  let written = 0;
  for (const name of WRITES) written = Math.max(written, readCount(details[name]) ?? 0);
  return (readCount(details.cached_tokens) ?? 0) + written;
}

/** The usage object of an answer or a chunk, wherever the provider puts it; undefined when it has none. */
export function findUsage(answer: Record<string, unknown>): Record<string, unknown> | undefined {
  if (isRecord(answer.usage)) return answer.usage;
  // Groq's own place for it, in the last chunk of every stream (console.groq.com/docs/api-reference).
  return isRecord(answer.x_groq) && isRecord(answer.x_groq.usage) ? answer.x_groq.usage : undefined;
}

function readCached(reported: Record<string, unknown>): number | undefined {
  const details = reported.prompt_tokens_details;
  return (
    (isRecord(details) ? readCount(details.cached_tokens) : undefined) ??
    // DeepSeek (api-docs.deepseek.com, "Context Caching"); Together has it at the top level.
    readCount(reported.prompt_cache_hit_tokens) ??
    readCount(reported.cached_tokens)
  );
}

/** Tokens written to the provider's cache, which have a price of their own; undefined where there were none. */
function readWritten(details: unknown): number | undefined {
  if (!isRecord(details)) return undefined;
  return readCount(details.cache_write_tokens) || readCount(details.cache_creation_tokens) || undefined;
}

/** Tokens of sound and images, which have prices of their own, and which of them were cached; undefined where there were none. */
function readMedia(details: unknown): Record<string, unknown> | undefined {
  if (!isRecord(details)) return undefined;
  const audio = readCount(details.audio_tokens);
  const image = readCount(details.image_tokens);
  if (!audio && !image) return undefined;
  return {
    ...(audio && { audio_tokens: audio }),
    ...(image && { image_tokens: image }),
    ...(isRecord(details.cached_tokens_details) && { cached_tokens_details: details.cached_tokens_details }),
  };
}

function readReasoning(reported: Record<string, unknown>): number | undefined {
  const details = reported.completion_tokens_details;
  return (isRecord(details) ? readCount(details.reasoning_tokens) : undefined) ?? readCount(reported.reasoning_tokens);
}

function isBroken(value: unknown): boolean {
  return value !== undefined && value !== null && readCount(value) === undefined;
}

function subtract(total: number | undefined, part: number | undefined): number | undefined {
  return total !== undefined && part !== undefined && total >= part ? total - part : undefined;
}
