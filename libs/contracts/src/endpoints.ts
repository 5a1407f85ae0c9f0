/** The names under which requests are counted and recorded: a label, so there are few. */
export type EndpointName =
  | 'chat.completions'
  | 'completions'
  | 'responses'
  | 'messages'
  | 'messages.count_tokens'
  | 'embeddings'
  | 'rerank'
  | 'moderations'
  | 'decision'
  | 'images.generations'
  | 'images.edits'
  | 'images.variations'
  | 'audio.speech'
  | 'audio.transcriptions'
  | 'audio.translations'
  | 'audio.voices'
  | 'files'
  | 'fine_tuning.jobs'
  | 'realtime'
  | 'realtime.client_secrets'
  | 'realtime.calls'
  | 'batches'
  | 'kb'
  | 'docsets'
  | 'mcp'
  | 'a2a'
  | 'async.jobs';

/** The members that every inference request has. */
export interface AnyRequest {
  model?: string;
  stream?: boolean;
  [member: string]: unknown;
}
