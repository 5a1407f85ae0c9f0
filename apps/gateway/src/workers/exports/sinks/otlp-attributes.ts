import type { ExportRecord } from '../export-record.js';
import { describeMessages, readInput, readOutput, writeText } from './otlp-content.js';

/** Stores whose own names for attributes are written beside those of the conventions. */
export type OtlpDialect = 'langfuse' | 'openinference';

/** Operations of the conventions by the endpoints of the gateway; others have the endpoint's own name. */
const OPERATIONS: Readonly<Record<string, string>> = {
  'chat.completions': 'chat',
  messages: 'chat',
  responses: 'chat',
  completions: 'text_completion',
  embeddings: 'embeddings',
};

/** Kinds of spans of OpenInference that are not LLM. */
const KINDS: Readonly<Record<string, string>> = { embeddings: 'EMBEDDING', rerank: 'RERANKER' };

/** Operation of a request, by the conventions for generative AI. */
export function operationOf({ endpoint }: ExportRecord): string {
  return OPERATIONS[String(endpoint)] ?? String(endpoint);
}

/** Attributes of the conventions for generative AI (opentelemetry.io/docs/specs/semconv/gen-ai), and of a store. */
export function describeRecord(
  record: ExportRecord,
  dialect: OtlpDialect | undefined,
): Readonly<Record<string, unknown>> {
  const { tags, time_to_first_byte_ms: firstByteMs } = record;
  return {
    'gen_ai.operation.name': operationOf(record),
    'gen_ai.provider.name': record.provider_kind,
    'gen_ai.request.model': record.logical_name ?? record.model,
    'gen_ai.response.model': record.upstream_model,
    'gen_ai.request.stream': record.streamed,
    'gen_ai.response.time_to_first_chunk': typeof firstByteMs === 'number' ? firstByteMs / 1000 : undefined,
    'gen_ai.usage.input_tokens': record.prompt_tokens,
    'gen_ai.usage.output_tokens': record.completion_tokens,
    'gen_ai.usage.cache_read.input_tokens': record.cached_tokens,
    'gen_ai.usage.reasoning.output_tokens': record.reasoning_tokens,
    'gen_ai.conversation.id': record.session,
    'http.response.status_code': record.status,
    'error.type': record.outcome === 'failed' ? (record.error_code ?? '_OTHER') : undefined,
    'user.id': record.user_id,
    'session.id': record.session,
    'multilane.record.id': record.id,
    'multilane.request.id': record.request_id,
    'multilane.outcome': record.outcome,
    'multilane.organization': record.organization,
    'multilane.workspace': record.workspace,
    'multilane.team': record.team,
    'multilane.customer': record.customer,
    'multilane.provider': record.provider,
    'multilane.cost_usd': record.cost_usd,
    ...Object.fromEntries(Object.entries(tags ?? {}).map(([name, value]) => [`multilane.tag.${name}`, value])),
    ...(dialect === undefined && describeMessages(record)),
    ...(dialect === 'langfuse' && describeForLangfuse(record)),
    ...(dialect === 'openinference' && describeForOpenInference(record)),
  };
}

/** Attributes that Langfuse shows and filters by (langfuse.com/integrations/native/opentelemetry, "Attribute Mapping"). */
function describeForLangfuse(record: ExportRecord): Readonly<Record<string, unknown>> {
  const { time, time_to_first_byte_ms: firstByteMs } = record;
  const metadata = Object.entries(describeOwners(record));
  return {
    'langfuse.trace.tags': listTags(record),
    'langfuse.observation.completion_start_time':
      typeof firstByteMs === 'number' ? new Date(Date.parse(time) + firstByteMs).toISOString() : undefined,
    'gen_ai.usage.cost': record.cost_usd,
    'langfuse.observation.input': writeText(readInput(record)),
    'langfuse.observation.output': writeText(readOutput(record)),
    ...Object.fromEntries(metadata.map(([name, value]) => [`langfuse.trace.metadata.${name}`, value])),
  };
}

/** Attributes of OpenInference, which Arize Phoenix shows (github.com/Arize-ai/openinference, spec/semantic_conventions.md). */
function describeForOpenInference(record: ExportRecord): Readonly<Record<string, unknown>> {
  const { completion_tokens: completion, prompt_tokens: prompt } = record;
  const kind = KINDS[String(record.endpoint)] ?? 'LLM';
  const model = record.upstream_model ?? record.logical_name;
  return {
    'openinference.span.kind': kind,
    ...(kind === 'EMBEDDING' ? { 'embedding.model_name': model } : { 'llm.model_name': model }),
    'llm.provider': record.provider_kind,
    'llm.token_count.prompt': prompt,
    'llm.token_count.completion': completion,
    'llm.token_count.total':
      typeof prompt === 'number' && typeof completion === 'number' ? prompt + completion : undefined,
    'llm.token_count.prompt_details.cache_read': record.cached_tokens,
    'llm.token_count.completion_details.reasoning': record.reasoning_tokens,
    'llm.cost.total': record.cost_usd,
    ...describeContent('input', readInput(record)),
    ...describeContent('output', readOutput(record)),
    'tag.tags': listTags(record),
    metadata: JSON.stringify(describeOwners(record)),
  };
}

function describeContent(place: 'input' | 'output', content: unknown): Readonly<Record<string, unknown>> {
  if (content === undefined) return {};
  return {
    [`${place}.value`]: writeText(content),
    [`${place}.mime_type`]: typeof content === 'string' ? 'text/plain' : 'application/json',
  };
}

function describeOwners(record: ExportRecord): Readonly<Record<string, unknown>> {
  const { customer, organization, provider, request_id, team, workspace } = record;
  const owners = { request_id, organization, workspace, team, customer, provider };
  return Object.fromEntries(Object.entries(owners).filter(([, value]) => value !== null && value !== undefined));
}

/** Tags as texts; undefined if there are none. */
function listTags({ tags }: ExportRecord): string[] | undefined {
  const texts = Object.entries(tags ?? {}).map(([name, value]) => `${name}=${value}`);
  return texts.length === 0 ? undefined : texts;
}
