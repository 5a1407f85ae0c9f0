import { waitUntil } from '@multilane/testing';
import type { Pair } from '../start-pair.js';

/** One endpoint of POST, with a body that it accepts. */
export interface InferenceRoute {
  /** The name in the audit log. */
  endpoint: string;
  path: string;
  body: Record<string, unknown> & { model: string };
  /** A model of a type that the endpoint does not serve. */
  mismatch: string;
}

const messages = [{ role: 'user', content: 'Hello' }];

/** Every endpoint of docs/contract/requests.md#paths that a model is asked at in JSON. */
export const INFERENCE_ROUTES: readonly InferenceRoute[] = [
  {
    endpoint: 'chat.completions',
    path: '/v1/chat/completions',
    body: { model: 'gpt-4o', messages },
    mismatch: 'openai-embedding',
  },
  {
    endpoint: 'responses',
    path: '/v1/responses',
    body: { model: 'gpt-4o', input: 'Hello' },
    mismatch: 'cohere-rerank',
  },
  {
    endpoint: 'messages',
    path: '/v1/messages',
    body: { model: 'gpt-4o', max_tokens: 5, messages },
    mismatch: 'openai-embedding',
  },
  {
    endpoint: 'messages.count_tokens',
    path: '/v1/messages/count_tokens',
    body: { model: 'gpt-4o', messages },
    mismatch: 'openai-moderation',
  },
  {
    endpoint: 'completions',
    path: '/v1/completions',
    body: { model: 'openai-completion', prompt: 'Once' },
    mismatch: 'openai-embedding',
  },
  {
    endpoint: 'embeddings',
    path: '/v1/embeddings',
    body: { model: 'openai-embedding', input: 'fog' },
    mismatch: 'gpt-4o',
  },
  {
    endpoint: 'rerank',
    path: '/v1/rerank',
    body: { model: 'cohere-rerank', query: 'rain', documents: ['sun', 'rain'] },
    mismatch: 'openai-embedding',
  },
  {
    endpoint: 'decision',
    path: '/v1/decision',
    body: {
      model: 'typesafe-decision',
      state: 'It rains.',
      questions: { wet: { type: 'noul', instructions: 'Is it wet?' } },
    },
    mismatch: 'gpt-4o',
  },
  {
    endpoint: 'moderations',
    path: '/v1/moderations',
    body: { model: 'openai-moderation', input: 'Hm.' },
    mismatch: 'gpt-4o',
  },
];

/** True if its clients expect the errors of the messages format. */
export const isMessages = ({ endpoint }: InferenceRoute) => endpoint.startsWith('messages');

/** The tokenizer is loaded when it is first needed. */
const RECORD_LIMIT_MS = 20_000;

/** The record of the request with that id in the audit log on standard output, of which there is exactly one. */
export async function findAuditRecord(
  { gateway }: Pick<Pair, 'gateway'>,
  requestId: string,
): Promise<Record<string, unknown>> {
  const lines = () =>
    gateway
      .stdout()
      .split('\n')
      .filter((line) => line.includes(`"request_id":"${requestId}"`) && line.includes('"outcome"'));
  await waitUntil(`the audit record of ${requestId}`, () => lines()[0], RECORD_LIMIT_MS);
  if (lines().length !== 1) throw new Error(`${requestId} has ${lines().length} records`);
  return JSON.parse(lines()[0] ?? '') as Record<string, unknown>;
}
