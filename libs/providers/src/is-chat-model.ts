import type { ProviderKind } from '@multilane/contracts';
import { findManifest } from './manifests.js';

/** Parts of the names of models that do something other than chat. */
const OTHER_TRADES =
  /embed|whisper|transcribe|transcription|tts|speech|voice|audio|orpheus|realtime|dall-e|imag(e|ine)|flux|sora|video|moderation|rerank|guard|safety|\bocr\b|detector|babbage|davinci|turbo-instruct|multi-agent/i;

/** `type` in the list of https://docs.together.ai/reference/models */
const OTHER_TYPES: readonly unknown[] = ['image', 'embedding', 'moderation', 'rerank', 'audio', 'video', 'transcribe'];

/**
 * True if an entry of a provider's list looks like a model for chat completions: by the entry's own statement if there
 * is one, else by the name.
 */
export function isChatModel(kind: ProviderKind, entry: Readonly<Record<string, unknown>>): boolean {
  const name = String(entry.id);
  if (OTHER_TRADES.test(name)) return false;
  if (findManifest(kind)?.models?.notChat?.test(name)) return false;
  return !saysOtherwise(entry);
}

function saysOtherwise(entry: Readonly<Record<string, unknown>>): boolean {
  return (
    OTHER_TYPES.includes(entry.type) ||
    // https://docs.fireworks.ai/api-reference/list-models and https://docs.mistral.ai/api, in this order.
    entry.supports_chat === false ||
    readMember(entry.capabilities, 'completion_chat') === false ||
    // https://ai.google.dev/api/models and https://docs.cohere.com/reference/list-models, in this order.
    lacks(entry.supportedGenerationMethods, 'generateContent') ||
    lacks(entry.endpoints, 'chat') ||
    entry.is_deprecated === true
  );
}

function lacks(list: unknown, item: string): boolean {
  return Array.isArray(list) && !list.includes(item);
}

function readMember(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[member] : undefined;
}
