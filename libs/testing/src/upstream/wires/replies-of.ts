import { PROVIDER_KINDS, type ProviderKind } from '@multilane/contracts';
import { anthropicReplies } from './anthropic/build-replies.js';
import { bedrockReplies } from './bedrock/build-replies.js';
import { cohereReplies } from './cohere/build-replies.js';
import { generateContentReplies } from './generate-content/build-replies.js';
import { openAiChatReplies } from './openai-chat/build-replies.js';
import type { ReplyBuilders } from './reply-builders.js';

/** By the groups of docs/contract/providers.md#groups; the others do not chat over HTTP. */
const BUILDERS: Readonly<Record<string, ReplyBuilders>> = {
  R1: openAiChatReplies,
  R: openAiChatReplies,
  N: anthropicReplies,
  G: generateContentReplies,
  C: cohereReplies,
  B: bedrockReplies,
};

/** The chat answers that a provider of that kind gives. Throws for a kind that has none. */
export function repliesOf(kind: ProviderKind): ReplyBuilders {
  const builders = BUILDERS[PROVIDER_KINDS[kind]];
  if (!builders) throw new Error(`no chat answers are built for ${kind}`);
  return builders;
}
