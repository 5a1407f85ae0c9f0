import type { Usage } from './chat.js';

/** POST /v1/completions: the reference's legacy text completions. */
export interface CompletionsRequest {
  model: string;
  /** A text, texts, the tokens of a text, or the tokens of texts. */
  prompt: string | string[] | number[] | number[][];
  stream?: boolean;
  stream_options?: { include_usage?: boolean; [member: string]: unknown };
  max_tokens?: number;
  temperature?: number;
  top_p?: number;
  n?: number;
  stop?: string | string[];
  user?: string;
  seed?: number;
  presence_penalty?: number;
  frequency_penalty?: number;
  logit_bias?: Record<string, number>;
  logprobs?: number;
  echo?: boolean;
  suffix?: string;
  best_of?: number;
  [member: string]: unknown;
}

/** The whole answer, and each chunk of a streamed one. */
export interface TextCompletion {
  id: string;
  object: 'text_completion';
  created: number;
  model: string;
  choices: {
    index: number;
    text: string;
    finish_reason: string | null;
    logprobs?: unknown;
    [member: string]: unknown;
  }[];
  usage?: Usage | null;
  [member: string]: unknown;
}
