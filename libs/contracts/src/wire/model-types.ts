/** Kinds of request that a catalog model can take (docs/contract/model-access.md#model-types). */
export const MODEL_TYPES = [
  'chat',
  'completion',
  'embedding',
  'rerank',
  'moderation',
  'image',
  'speech',
  'transcription',
  'realtime',
  'decision',
] as const;

export type ModelType = (typeof MODEL_TYPES)[number];
