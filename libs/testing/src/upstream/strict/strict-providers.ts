import type { RecordedRequest } from '../recorded-request.js';
import { jsonReply, type Reply } from '../reply.js';
import { refuseAsAnthropic } from './anthropic.js';
import { refuseAsBedrock } from './bedrock.js';
import { refuseAsCohere } from './cohere.js';
import { refuseAsCerebras, refuseAsFireworks, refuseAsOpenHost } from './compatible.js';
import { refuseAsDeepSeek } from './deepseek.js';
import { refuseAsGemini } from './generate-content.js';
import { refuseAsGroq } from './groq.js';
import { refuseAsMistral } from './mistral.js';
import { refuseAsOllama } from './ollama.js';
import { refuseAsOpenAi } from './openai.js';
import { refuseAsPerplexity } from './perplexity.js';
import type { StrictProvider } from './strict-provider.js';
import { refuseAsVertex } from './vertex.js';
import { refuseAsVllm } from './vllm.js';
import { refuseAsXai } from './xai.js';

const TAKES_ALL: StrictProvider = () => undefined;

/**
 * Rules of the real providers, by kind: written from their documents, and not from the gateway's own tables, so that
 * one is checked by the other. Kinds that are not here reject nothing that is documented.
 */
export const STRICT_PROVIDERS: Readonly<Record<string, StrictProvider>> = {
  openai: refuseAsOpenAi,
  'azure-openai': refuseAsOpenAi,
  anthropic: refuseAsAnthropic,
  gemini: refuseAsGemini,
  vertex: refuseAsVertex,
  bedrock: refuseAsBedrock,
  cohere: refuseAsCohere,
  groq: refuseAsGroq,
  mistral: refuseAsMistral,
  deepseek: refuseAsDeepSeek,
  xai: refuseAsXai,
  cerebras: refuseAsCerebras,
  together: refuseAsOpenHost,
  nvidia: refuseAsOpenHost,
  fireworks: refuseAsFireworks,
  openrouter: TAKES_ALL,
  perplexity: refuseAsPerplexity,
  ollama: refuseAsOllama,
  vllm: refuseAsVllm,
};

/**
 * Chooses replies for a fake provider that rejects as the real one of a kind does, and lets everything else pass: for
 * `FakeUpstream.onRequest`.
 */
export function refuseAs(kind: string): (request: RecordedRequest) => Reply | undefined {
  const strict = STRICT_PROVIDERS[kind] ?? TAKES_ALL;
  return ({ body, path }) => {
    const refusal = strict(Object(body) as Record<string, unknown>, path);
    return refusal && jsonReply(refusal.body, { status: refusal.status });
  };
}
