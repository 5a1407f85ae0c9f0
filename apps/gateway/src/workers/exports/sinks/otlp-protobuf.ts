import { PbfReader, PbfWriter } from 'pbf';
import type { OtlpAttribute, OtlpSpan, OtlpTraces, OtlpValue } from './otlp-value.js';

/** Type of a field that has eight bytes, on the wire. */
const FIXED_64 = 1;

/**
 * Body of `POST /v1/traces` as an `ExportTraceServiceRequest`. The numbers of the fields are those of opentelemetry/proto/trace/v1/trace.proto,
 * common/v1/common.proto and collector/trace/v1/trace_service.proto.
 */
export function writeProtobuf(traces: OtlpTraces): Uint8Array<ArrayBuffer> {
  const writer = new PbfWriter();
  writer.writeMessage(1, writeResourceSpans, traces);
  return new Uint8Array(writer.finish());
}

function writeResourceSpans(traces: OtlpTraces, writer: PbfWriter): void {
  writer.writeMessage(1, writeResource, traces);
  writer.writeMessage(2, writeScopeSpans, traces);
}

function writeResource({ resource }: OtlpTraces, writer: PbfWriter): void {
  for (const attribute of resource) writer.writeMessage(1, writeAttribute, attribute);
}

function writeScopeSpans({ scope, spans }: OtlpTraces, writer: PbfWriter): void {
  writer.writeMessage(1, writeScope, scope);
  for (const span of spans) writer.writeMessage(2, writeSpan, span);
}

function writeScope(name: string, writer: PbfWriter): void {
  writer.writeStringField(1, name);
}

function writeSpan(span: OtlpSpan, writer: PbfWriter): void {
  writer.writeBytesField(1, Buffer.from(span.traceId, 'hex'));
  writer.writeBytesField(2, Buffer.from(span.spanId, 'hex'));
  writer.writeStringField(5, span.name);
  writer.writeVarintField(6, span.kind);
  writeTime(7, span.startTimeUnixNano, writer);
  writeTime(8, span.endTimeUnixNano, writer);
  for (const attribute of span.attributes) writer.writeMessage(9, writeAttribute, attribute);
  if (span.status !== undefined) writer.writeMessage(15, writeStatus, span.status);
}

/** Nanoseconds are more than a number holds exactly. */
function writeTime(field: number, nanoseconds: string, writer: PbfWriter): void {
  const time = BigInt(nanoseconds);
  writer.writeTag(field, FIXED_64);
  writer.writeFixed32(Number(BigInt.asUintN(32, time)));
  writer.writeFixed32(Number(time >> 32n));
}

function writeStatus({ code }: { readonly code: number }, writer: PbfWriter): void {
  writer.writeVarintField(3, code);
}

function writeAttribute({ key, value }: OtlpAttribute, writer: PbfWriter): void {
  writer.writeStringField(1, key);
  writer.writeMessage(2, writeValue, value);
}

function writeValue(value: OtlpValue, writer: PbfWriter): void {
  if ('stringValue' in value) writer.writeStringField(1, value.stringValue);
  else if ('boolValue' in value) writer.writeBooleanField(2, value.boolValue);
  else if ('intValue' in value) writer.writeVarintField(3, Number(value.intValue));
  else if ('doubleValue' in value) writer.writeDoubleField(4, value.doubleValue);
  else writer.writeMessage(5, writeValues, value.arrayValue.values);
}

function writeValues(values: readonly OtlpValue[], writer: PbfWriter): void {
  for (const value of values) writer.writeMessage(1, writeValue, value);
}

/** Number of spans that a collector rejected, of an `ExportTraceServiceResponse`; 0 if the answer is none. */
export function readRejectedSpans(answer: Uint8Array): number {
  const result = { rejected: 0 };
  try {
    new PbfReader(answer).readFields((field, found, reader) => {
      if (field === 1) reader.readMessage(readPartialSuccess, found);
    }, result);
  } catch {
    // The status has said that the batch was accepted. What a proxy or an old collector wrote beside it says nothing.
    return 0;
  }
  return result.rejected;
}

function readPartialSuccess(field: number, found: { rejected: number }, reader: PbfReader): void {
  if (field === 1) found.rejected = reader.readVarint(true);
}
