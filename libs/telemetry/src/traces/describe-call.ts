import type { Usage } from '@multilane/contracts';
import { findManifest } from '@multilane/providers/manifests';
import { nameOperation } from './name-operation.js';
import type { SpanText } from './span-text.js';
import type { TracedCall } from './tracer.js';

/**
 * The span of a call to a provider, as the semantic conventions for generative AI have it
 * (github.com/open-telemetry/semantic-conventions-genai, docs/gen-ai/client-inference.md, November 2026).
 */
export function describeCall(call: TracedCall): SpanText {
  const operation = nameOperation(call);
  const { failure } = call;
  return {
    name: `${operation} ${call.model}`,
    attributes: {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': findManifest(call.provider)?.trace.provider ?? call.provider,
      'gen_ai.request.model': call.model,
      'multilane.provider': call.providerName,
      ...(call.streamed && { 'gen_ai.request.stream': true }),
      ...(call.firstChunkMs !== undefined && { 'gen_ai.response.time_to_first_chunk': call.firstChunkMs / 1000 }),
      ...(call.answerModel !== undefined && { 'gen_ai.response.model': call.answerModel }),
      ...describeOrigin(call.origin),
      ...(call.usage && describeUsage(call.usage)),
      ...(call.status !== undefined && { 'http.response.status_code': call.status }),
      ...(failure !== undefined && { 'error.type': failure }),
    },
    failed: failure !== undefined,
  };
}

function describeOrigin(origin: string | undefined): Record<string, string | number> {
  if (origin === undefined) return {};
  const { hostname, port, protocol } = new URL(origin);
  return { 'server.address': hostname, 'server.port': port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port) };
}

function describeUsage(usage: Usage): Record<string, number> {
  const cached = usage.prompt_tokens_details?.cached_tokens;
  const reasoning = usage.completion_tokens_details?.reasoning_tokens;
  return {
    'gen_ai.usage.input_tokens': usage.prompt_tokens,
    'gen_ai.usage.output_tokens': usage.completion_tokens,
    ...(cached && { 'gen_ai.usage.cache_read.input_tokens': cached }),
    ...(reasoning && { 'gen_ai.usage.reasoning.output_tokens': reasoning }),
  };
}
