import type { ContentPart, ProviderGroup } from '@multilane/contracts';
import { followsResult, introduceParts, RESULT_FOLLOWS } from '../result-media.js';
import type { Translated } from './request/message-origin.js';
import { isPlainText } from './request/translate-content.js';

interface PositionedPart {
  readonly part: ContentPart;
  readonly path: string;
}

/** The outputs of a turn; content other than text goes behind them, where the group accepts it in user messages only. */
export function moveOutputMedia(outputs: readonly Translated[], group: ProviderGroup): readonly Translated[] {
  const moved: PositionedPart[] = [];
  const rest = outputs.map((output) => {
    const parts = listParts(output);
    const following = parts.filter(({ part }) => followsResult(part, group));
    if (following.length === 0) return output;
    moved.push({ part: introduceParts(output.message.tool_call_id ?? ''), path: output.origin.path }, ...following);
    return withParts(
      output,
      parts.filter((placed) => !following.includes(placed)),
    );
  });
  const [first] = moved;
  if (first === undefined) return outputs;
  const elements = { content: moved.map(({ path }) => path) };
  const message = { role: 'user' as const, content: moved.map(({ part }) => part) };
  return [...rest, { message, origin: { path: first.path, members: { content: first.path }, elements } }];
}

function listParts({ message: { content }, origin }: Translated): PositionedPart[] {
  if (!Array.isArray(content)) return [];
  return content.map((part, index) => ({ part, path: origin.elements.content?.[index] ?? origin.path }));
}

function withParts({ message, origin }: Translated, parts: readonly PositionedPart[]): Translated {
  const [first, ...more] = parts.map(({ part }) => part);
  const isText = first !== undefined && more.length === 0 && isPlainText(first);
  const content = first === undefined ? RESULT_FOLLOWS : isText ? first.text : [first, ...more];
  const elements = { content: parts.map(({ path }) => path) };
  return { message: { ...message, content }, origin: { ...origin, elements } };
}
