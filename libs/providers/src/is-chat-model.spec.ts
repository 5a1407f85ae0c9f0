import { describe, expect, it } from '@jest/globals';
import type { ProviderKind } from '@multilane/contracts';
import { isChatModel } from './is-chat-model.js';
import { ALL_MANIFESTS } from './manifests.js';

/** Names that the providers' lists hold. */
const CHAT: readonly (readonly [ProviderKind, string])[] = [
  ['openai', 'gpt-4o'],
  ['openai', 'gpt-4o-2024-11-20'],
  ['openai', 'gpt-4o-search-preview'],
  ['openai', 'gpt-4.1-nano'],
  ['openai', 'gpt-5.1-chat-latest'],
  ['openai', 'o4-mini'],
  ['openai', 'gpt-5.1-codex-max'],
  ['openai', 'gpt-5-pro-2025-10-06'],
  ['openai', 'o1-pro'],
  ['openai', 'ft:gpt-4o-mini-2024-07-18:acme::Abc123'],
  ['openrouter', 'google/gemini-2.5-pro'],
  ['openrouter', 'anthropic/claude-opus-4.1'],
  ['groq', 'meta-llama/llama-4-scout-17b-16e-instruct'],
  ['groq', 'groq/compound-mini'],
  ['deepseek', 'deepseek-v4-pro'],
  ['xai', 'grok-4.20-0309-reasoning'],
  ['mistral', 'codestral-latest'],
  ['mistral', 'pixtral-large-latest'],
  ['nvidia', 'meta/llama-3.2-90b-vision-instruct'],
  ['anthropic', 'claude-haiku-4-5-20251001'],
  ['gemini', 'gemini-flash-latest'],
  ['gemini', 'gemma-3-27b-it'],
  ['cohere', 'command-a-vision-07-2025'],
  ['ollama', 'llama3.2:1b'],
  ['ollama', 'hf.co/bartowski/Llama-3.2-3B-Instruct-GGUF:Q4_K_M'],
];

const OTHERS: readonly (readonly [ProviderKind, string])[] = [
  ['openai', 'text-embedding-3-small'],
  ['openai', 'tts-1-hd'],
  ['openai', 'gpt-4o-mini-tts'],
  ['openai', 'whisper-1'],
  ['openai', 'gpt-4o-transcribe'],
  ['openai', 'dall-e-3'],
  ['openai', 'gpt-image-1-mini'],
  ['openai', 'chatgpt-image-latest'],
  ['openai', 'gpt-realtime'],
  ['openai', 'gpt-4o-audio-preview'],
  ['openai', 'omni-moderation-latest'],
  ['openai', 'sora-2'],
  ['openai', 'babbage-002'],
  ['openai', 'gpt-3.5-turbo-instruct'],
  ['openai', 'o3-deep-research'],
  ['openai', 'computer-use-preview'],
  ['groq', 'whisper-large-v3-turbo'],
  ['groq', 'canopylabs/orpheus-v1-english'],
  ['groq', 'meta-llama/llama-prompt-guard-2-22m'],
  ['groq', 'openai/gpt-oss-safeguard-20b'],
  ['xai', 'grok-imagine-video'],
  ['mistral', 'mistral-embed'],
  ['mistral', 'mistral-ocr-latest'],
  ['mistral', 'mistral-moderation-latest'],
  ['nvidia', 'nvidia/nv-embed-v1'],
  ['nvidia', 'nvidia/rerank-qa-mistral-4b'],
  ['nvidia', 'black-forest-labs/flux.1-dev'],
  ['nvidia', 'nvidia/magpie-tts-zeroshot'],
  ['nvidia', 'nvidia/nemotron-3-content-safety'],
  ['gemini', 'gemini-embedding-001'],
  ['gemini', 'gemini-3.1-flash-tts-preview'],
  ['gemini', 'gemini-3-pro-image'],
  ['gemini', 'nano-banana-pro-preview'],
  ['gemini', 'gemini-2.5-computer-use-preview-10-2025'],
  ['gemini', 'aqa'],
  ['cohere', 'rerank-v4.0-pro'],
  ['ollama', 'nomic-embed-text:latest'],
  ['ollama', 'llama-guard3:8b'],
];

describe('telling chat models by name', () => {
  it.each(CHAT)('%s: keeps %s', (kind, id) => expect(isChatModel(kind, { id })).toBe(true));

  it.each(OTHERS)('%s: leaves out %s', (kind, id) => expect(isChatModel(kind, { id })).toBe(false));

  it('keeps every model that the providers document for chat', () => {
    for (const { kind, defaultModels } of ALL_MANIFESTS) {
      for (const id of defaultModels) expect([id, isChatModel(kind, { id })]).toEqual([id, true]);
    }
  });
});

describe("an entry's own statement", () => {
  it.each([
    ['together', { id: 'm', type: 'chat' }, true],
    ['together', { id: 'm', type: 'image' }, false],
    ['together', { id: 'm', type: 'rerank' }, false],
    ['fireworks', { id: 'm', supports_chat: true }, true],
    ['fireworks', { id: 'm', supports_chat: false }, false],
    ['mistral', { id: 'm', capabilities: { completion_chat: true } }, true],
    ['mistral', { id: 'm', capabilities: { completion_chat: false } }, false],
    ['mistral', { id: 'm', capabilities: null }, true],
    ['gemini', { id: 'm', supportedGenerationMethods: ['generateContent'] }, true],
    ['gemini', { id: 'm', supportedGenerationMethods: ['bidiGenerateContent'] }, false],
    ['cohere', { id: 'm', endpoints: ['chat'], is_deprecated: false }, true],
    ['cohere', { id: 'm', endpoints: ['classify'] }, false],
    ['cohere', { id: 'm', endpoints: ['chat'], is_deprecated: true }, false],
  ] as const)('%s: %j counts as a chat model: %p', (kind, entry, expected) => {
    expect(isChatModel(kind, entry)).toBe(expected);
  });
});
