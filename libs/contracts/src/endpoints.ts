/** Names under which requests are counted and recorded, in the order in which people choose from them. They are a label, so there are few. */
export const ENDPOINT_NAMES = [
  'chat.completions',
  'responses',
  'messages',
  'completions',
  'embeddings',
  'rerank',
  'moderations',
  'images.generations',
  'audio.speech',
  'audio.transcriptions',
  'audio.translations',
  'audio.voices',
  'images.edits',
  'images.variations',
  'decision',
  'messages.count_tokens',
  'realtime',
  'realtime.client_secrets',
  'realtime.calls',
  'kb',
  'docsets',
  'mcp',
  'a2a',
  'files',
  'batches',
  'fine_tuning.jobs',
  'async.jobs',
] as const;

export type EndpointName = (typeof ENDPOINT_NAMES)[number];

/** The members that every inference request has. */
export interface AnyRequest {
  model?: string;
  stream?: boolean;
  [member: string]: unknown;
}
