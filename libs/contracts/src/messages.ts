/** POST /v1/messages: the native messages format. Members that the gateway does not interpret travel untouched. */
export interface MessagesRequest {
  model: string;
  max_tokens: number;
  messages: { role: 'user' | 'assistant'; content: string | { type: string; [member: string]: unknown }[] }[];
  stream?: boolean;
  [member: string]: unknown;
}

/** The whole answer. */
export interface MessagesResponse {
  id: string;
  type: 'message';
  role: 'assistant';
  model: string;
  content: { type: string; [member: string]: unknown }[];
  stop_reason: string | null;
  stop_sequence: string | null;
  usage: { input_tokens: number; output_tokens: number; [member: string]: unknown };
  [member: string]: unknown;
}

/** One event of a streamed answer. */
export interface MessagesEvent {
  type: string;
  [member: string]: unknown;
}

/** POST /v1/messages/count_tokens */
export interface CountTokensResponse {
  input_tokens: number;
  [member: string]: unknown;
}
