import type { ContentPart, ProviderGroup } from '@multilane/contracts';

/**
 * The groups whose tool messages hold text alone. The reference provider rejects images there, or answers as if there
 * were none (github.com/openai/openai-openapi/issues/523); group C takes images in user messages only.
 */
const TEXT_ONLY: ReadonlySet<ProviderGroup> = new Set(['R1', 'R', 'C']);

/**
 * True if a part of a tool's result goes into a user message right behind the results of its turn, which names the call: images and files
 * for providers whose tool messages hold text alone. Lossy: their place among the texts of the result.
 */
export function followsResult(part: ContentPart, group: ProviderGroup): boolean {
  return part.type !== 'text' && TEXT_ONLY.has(group);
}

/** Text for the model in place of a result that follows as a whole. */
export const RESULT_FOLLOWS = '[The result is in the user message that follows.]';

/** Text for the model before the parts that follow a result. */
export function introduceParts(callId: string): Extract<ContentPart, { type: 'text' }> {
  return { type: 'text', text: `[From the result of the tool call ${callId}:]` };
}
