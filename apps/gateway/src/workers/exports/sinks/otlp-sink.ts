import type { ExportSinkEntry } from '@multilane/config';
import type { ExportRecord } from '../export-record.js';
import { encodeBody } from './encode-body.js';
import { describeRecord, type OtlpDialect, operationOf } from './otlp-attributes.js';
import { readRejectedSpans, writeProtobuf } from './otlp-protobuf.js';
import { type OtlpSpan, type OtlpTraces, writeAttributes, writeJson } from './otlp-value.js';
import { readBoundedJson } from './read-bounded-json.js';
import { type Answer, judgeStatus, post, type Sink, type SinkAnswer, type SinkWay } from './sink.js';

type Settings = Extract<ExportSinkEntry, { kind: 'otlp' }>['config'];

/** `SPAN_KIND_CLIENT` and `STATUS_CODE_ERROR` of opentelemetry/proto/trace/v1/trace.proto. */
const CLIENT = 3;
const ERROR = 2;

const PROTOBUF = 'application/x-protobuf';
const TYPES = { protobuf: PROTOBUF, json: 'application/json' } as const;

/**
 * One span for each request, by OTLP over HTTP (opentelemetry.io/docs/specs/otlp, "OTLP/HTTP"). Every collector takes protobuf; some take JSON
 * too. The id of a span is made of the id of its record, so that one that comes twice can be recognised.
 */
export function openOtlpSink(settings: Settings, { send, timeoutMs }: SinkWay): Sink {
  const { dialect, encoding, resource_attributes: more } = settings;
  const url = `${settings.url.replace(/\/+$/, '')}/v1/traces`;
  const resource = writeAttributes({ 'service.name': 'multilane', ...more });
  return {
    async send({ records }) {
      const spans = records.map((record) => writeSpan(record, dialect));
      const traces: OtlpTraces = { resource, scope: 'multilane.exports', spans };
      const written = encoding === 'json' ? writeJson(traces) : writeProtobuf(traces);
      const { body, headers } = await encodeBody(written, settings.gzip);
      const answer = await post(send, {
        url,
        headers: { ...settings.headers, 'content-type': TYPES[encoding], ...headers },
        body,
        timeoutMs,
      });
      return 'kind' in answer ? answer : judge(answer, records.length);
    },
  };
}

/** A collector that takes a part says so in a success, without naming the rest. */
function judge(answer: Answer, count: number): SinkAnswer {
  const byStatus = judgeStatus(answer);
  if (byStatus.kind !== 'accepted') return byStatus;
  const rejected = countRejected(answer);
  if (!(rejected > 0)) return byStatus;
  return { kind: 'records', reason: `The collector rejected ${Math.min(rejected, count)} of ${count} spans.` };
}

/** The type of the answer decides: some collectors answer JSON to protobuf. */
function countRejected({ bytes, headers, text }: Answer): number {
  if (headers.get('content-type')?.startsWith(PROTOBUF)) return readRejectedSpans(bytes);
  const { partialSuccess } = readBoundedJson(text) as { partialSuccess?: { rejectedSpans?: unknown } };
  return Number(partialSuccess?.rejectedSpans ?? 0);
}

function writeSpan(record: ExportRecord, dialect: OtlpDialect | undefined): OtlpSpan {
  const id = record.id.replaceAll('-', '');
  const operation = operationOf(record);
  const startedAt = BigInt(Date.parse(record.time)) * 1_000_000n;
  const endedAt = startedAt + BigInt(Math.round(Number(record.duration_ms ?? 0) * 1e6));
  return {
    traceId: id,
    spanId: id.slice(16),
    name: typeof record.logical_name === 'string' ? `${operation} ${record.logical_name}` : operation,
    kind: CLIENT,
    startTimeUnixNano: String(startedAt),
    endTimeUnixNano: String(endedAt),
    attributes: writeAttributes(describeRecord(record, dialect)),
    ...(record.outcome === 'failed' && { status: { code: ERROR } }),
  };
}
