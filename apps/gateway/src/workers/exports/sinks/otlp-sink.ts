import type { ExportSinkEntry } from '@multilane/config';
import type { ExportRecord } from '../export-record.js';
import { encodeBody } from './encode-body.js';
import { readBoundedJson } from './read-bounded-json.js';
import { judgeStatus, post, type Sink, type SinkAnswer, type SinkWay } from './sink.js';

type Settings = Extract<ExportSinkEntry, { kind: 'otlp' }>['config'];
type Value = string | number | boolean;

/** `SPAN_KIND_CLIENT` and `STATUS_CODE_ERROR` of opentelemetry/proto/trace/v1/trace.proto. */
const CLIENT = 3;
const ERROR = 2;

/** Numbers that are whole by chance alone. */
const FRACTIONS: ReadonlySet<string> = new Set(['multilane.cost_usd', 'gen_ai.response.time_to_first_chunk']);

/** Operations of the conventions by the endpoints of the gateway; others have the endpoint's own name. */
const OPERATIONS: Readonly<Record<string, string>> = {
  'chat.completions': 'chat',
  messages: 'chat',
  responses: 'chat',
  completions: 'text_completion',
  embeddings: 'embeddings',
};

/**
 * One span for each request, by OTLP over HTTP in JSON (opentelemetry.io/docs/specs/otlp, "OTLP/HTTP"), with the attributes of the conventions
 * for generative AI (opentelemetry.io/docs/specs/semconv/gen-ai). The id of a span is made of the id of its record, so that one that comes twice can be
 * recognised.
 */
export function openOtlpSink(settings: Settings, { send, timeoutMs }: SinkWay): Sink {
  const url = `${settings.url.replace(/\/+$/, '')}/v1/traces`;
  return {
    async send({ records }) {
      const text = JSON.stringify({
        resourceSpans: [
          {
            resource: { attributes: writeAttributes({ 'service.name': 'multilane' }) },
            scopeSpans: [{ scope: { name: 'multilane.exports' }, spans: records.map(writeSpan) }],
          },
        ],
      });
      const { body, headers } = await encodeBody(text, settings.gzip);
      const answer = await post(send, {
        url,
        headers: { ...settings.headers, 'content-type': 'application/json', ...headers },
        body,
        timeoutMs,
      });
      return 'kind' in answer ? answer : judge(answer, records.length);
    },
  };
}

/** A collector that takes a part says so in a success, without naming the rest. */
function judge(answer: Parameters<typeof judgeStatus>[0] & { readonly text: string }, count: number): SinkAnswer {
  const byStatus = judgeStatus(answer);
  if (byStatus.kind !== 'accepted') return byStatus;
  const { partialSuccess } = readBoundedJson(answer.text) as { partialSuccess?: { rejectedSpans?: unknown } };
  const rejected = Number(partialSuccess?.rejectedSpans ?? 0);
  if (!(rejected > 0)) return byStatus;
  return { kind: 'records', reason: `The collector rejected ${Math.min(rejected, count)} of ${count} spans.` };
}

function writeSpan(record: ExportRecord): object {
  const id = record.id.replaceAll('-', '');
  const operation = OPERATIONS[String(record.endpoint)] ?? String(record.endpoint);
  const startedAt = BigInt(Date.parse(record.time)) * 1_000_000n;
  const endedAt = startedAt + BigInt(Math.round(Number(record.duration_ms ?? 0) * 1e6));
  const isFailed = record.outcome === 'failed';
  return {
    traceId: id,
    spanId: id.slice(16),
    name: typeof record.logical_name === 'string' ? `${operation} ${record.logical_name}` : operation,
    kind: CLIENT,
    startTimeUnixNano: String(startedAt),
    endTimeUnixNano: String(endedAt),
    attributes: writeAttributes(describe(record, operation)),
    ...(isFailed && { status: { code: ERROR } }),
  };
}

function describe(record: ExportRecord, operation: string): Readonly<Record<string, unknown>> {
  const { tags, time_to_first_byte_ms: firstByteMs } = record;
  return {
    'gen_ai.operation.name': operation,
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
  };
}

/** Whole numbers are text in the JSON of protobuf; a value that is unknown has no attribute. */
function writeAttributes(attributes: Readonly<Record<string, unknown>>): object[] {
  const known = Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined);
  return known.map(([key, value]) => ({ key, value: writeValue(key, value as Value) }));
}

function writeValue(key: string, value: Value): object {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value !== 'number') return { stringValue: String(value) };
  return Number.isInteger(value) && !FRACTIONS.has(key) ? { intValue: String(value) } : { doubleValue: value };
}
