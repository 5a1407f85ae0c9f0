import type { ChatChunk, ChunkChoice, ToolCallDelta } from '@multilane/contracts';

/** Finds the faults in the chunks of a whole stream that a client of the reference format would stumble over. */
export function findChunkFaults(chunks: readonly ChatChunk[]): string[] {
  const faults = [];
  for (const [index, parts] of partsByChoice(chunks)) {
    const finishes = parts.filter(({ finish_reason }) => typeof finish_reason === 'string');
    if (finishes.length !== 1) faults.push(`choices[${index}]: ${finishes.length} finish reasons`);
    faults.push(...findCallFaults(parts).map((fault) => `choices[${index}]: ${fault}`));
  }
  return faults;
}

/**
 * Finds departures from the order in which translated streams come (docs/contract/streaming.md#framing): each choice
 * begins with its role and no text yet, the finish reasons come next to last, a chunk with the usage and no choices
 * ends the stream, and all of them have one id, time and model.
 */
export function findOrderFaults(chunks: readonly ChatChunk[]): string[] {
  const faults = [];
  if (chunks.some(({ object }) => object !== 'chat.completion.chunk')) faults.push('object');
  const last = chunks.at(-1);
  const choices = partsByChoice(chunks);
  if (last?.choices.length !== 0 || !('usage' in last)) faults.push('the last chunk is not the usage');
  if (chunks.slice(0, -1).some((chunk) => chunk.choices.length === 0 || chunk.usage)) faults.push('early usage');
  const finishes = chunks.slice(-1 - choices.size, -1).flatMap((chunk) => chunk.choices);
  if (finishes.length !== choices.size || finishes.some(({ finish_reason }) => typeof finish_reason !== 'string')) {
    faults.push('finish reasons are not next to last');
  }
  for (const [index, [first]] of choices) {
    if (first?.delta.role !== 'assistant' || first.delta.content !== '') faults.push(`choices[${index}]: role`);
  }
  const heads = chunks.map(({ id, created, model }) => JSON.stringify([id, created, model]));
  return new Set(heads).size > 1 ? [...faults, 'more than one id, time or model'] : faults;
}

function partsByChoice(chunks: readonly ChatChunk[]): Map<number, ChunkChoice[]> {
  const parts = new Map<number, ChunkChoice[]>();
  for (const part of chunks.flatMap(({ choices }) => choices)) {
    parts.set(part.index, [...(parts.get(part.index) ?? []), part]);
  }
  return parts;
}

/** The first fragment of a call names it, and no other; calls are numbered as they begin. */
function findCallFaults(parts: readonly ChunkChoice[]): string[] {
  const faults: string[] = [];
  const begun = new Set<number>();
  for (const fragment of parts.flatMap(({ delta }) => delta?.tool_calls ?? [])) {
    const isFirst = !begun.has(fragment.index);
    if (isFirst && fragment.index !== begun.size) faults.push(`call ${fragment.index} is out of order`);
    if (isFirst && !isNamed(fragment)) faults.push(`call ${fragment.index} is named late`);
    if (!isFirst && (fragment.id || fragment.function?.name)) faults.push(`call ${fragment.index} is named twice`);
    begun.add(fragment.index);
  }
  return faults;
}

function isNamed({ id, type, function: called }: ToolCallDelta): boolean {
  return Boolean(id && called?.name) && type === 'function';
}
