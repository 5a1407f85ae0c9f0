import { EXPORT_FIELDS, EXPORT_SCHEMA_VERSION, type ExportFieldType } from '@multilane/contracts';
import { PbfWriter } from 'pbf';
import type { ExportRecord, RecordOrigin } from '../../export-record.js';
import type { KafkaMessage } from './partition-chunks.js';

export interface MessageForm {
  readonly key: 'organization' | 'workspace' | 'record';
  readonly encoding: 'json' | 'protobuf';
}

const TYPES = { json: 'application/json', protobuf: 'application/x-protobuf' } as const;
const DECIMALS = 10;

/** Makes the message of a record: the headers say its id, its kind, and the encoding and version of the value. */
export function writeMessage(record: ExportRecord, origin: RecordOrigin, { encoding, key }: MessageForm): KafkaMessage {
  const { id, time } = record;
  const keys = { organization: origin.organizationId, workspace: origin.workspaceId, record: id };
  const chosen = keys[key];
  const headers = {
    'record-id': id,
    ...(origin.kind !== null && { 'record-kind': origin.kind }),
    'content-type': TYPES[encoding],
    'schema-version': String(EXPORT_SCHEMA_VERSION),
  };
  return {
    id,
    key: chosen === null ? undefined : Buffer.from(chosen),
    value: encoding === 'json' ? Buffer.from(JSON.stringify(record)) : writeRecord(record),
    headers: new Map(Object.entries(headers).map(([name, value]) => [Buffer.from(name), Buffer.from(value)])),
    timestamp: BigInt(Date.parse(time)),
  };
}

/** A record as the message `Record` of docs/export-record.proto. */
export function writeRecord(record: ExportRecord): Buffer {
  const writer = new PbfWriter();
  for (const { name, number, type } of EXPORT_FIELDS) {
    const value = record[name];
    if (value !== null && value !== undefined) WRITERS[type](writer, number, value);
  }
  return Buffer.from(writer.finish());
}

const WRITERS: Readonly<Record<ExportFieldType, (writer: PbfWriter, field: number, value: unknown) => void>> = {
  time: (writer, field, value) => writer.writeMessage(field, writeTime, Date.parse(String(value))),
  string: (writer, field, value) => writer.writeStringField(field, String(value)),
  boolean: (writer, field, value) => writer.writeBooleanField(field, value === true),
  int32: (writer, field, value) => writer.writeVarintField(field, Number(value)),
  int64: (writer, field, value) => writer.writeVarintField(field, Number(value)),
  double: (writer, field, value) => writer.writeDoubleField(field, Number(value)),
  decimal: (writer, field, value) => writer.writeStringField(field, writeDecimal(Number(value))),
  json: (writer, field, value) => writer.writeStringField(field, JSON.stringify(value)),
  strings: (writer, field, value) => {
    for (const entry of Object.entries(value as object)) writer.writeMessage(field, writeEntry, entry);
  },
};

/** Milliseconds as google.protobuf.Timestamp. */
function writeTime(time: number, writer: PbfWriter): void {
  const seconds = Math.floor(time / 1_000);
  writer.writeVarintField(1, seconds);
  writer.writeVarintField(2, (time - seconds * 1_000) * 1_000_000);
}

function writeEntry([name, value]: [string, unknown], writer: PbfWriter): void {
  writer.writeStringField(1, name);
  writer.writeStringField(2, String(value));
}

/** The database keeps ten decimals of an amount. */
function writeDecimal(value: number): string {
  return value.toFixed(DECIMALS).replace(/\.?0+$/, '');
}
