/** What a catalog model can be asked for (decisions section 2, `models[].type`). */
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
