import { PbfReader } from 'pbf';

interface JsonSpan {
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

/** Spans of a body in JSON. */
export function readJsonSpans(text: string): JsonSpan[] {
  const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: JsonSpan[] }[] }[] };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

type Read = (reader: PbfReader) => unknown;
interface Field {
  readonly name: string;
  readonly isRepeated?: boolean;
  readonly read: Read;
}
type Fields = Readonly<Record<number, Field>>;

const text: Read = (reader) => reader.readString();
const hex: Read = (reader) => Buffer.from(reader.readBytes()).toString('hex');
const number: Read = (reader) => reader.readVarint(true);

/** Unsigned numbers of eight bytes, exactly. */
const fixed64: Read = (reader) => {
  const low = BigInt(reader.readFixed32());
  return String((BigInt(reader.readFixed32()) << 32n) + low);
};

const message =
  (fields: () => Fields): Read =>
  (reader) =>
    reader.readMessage((tag, result: Record<string, unknown>, inner) => {
      const field = fields()[tag];
      if (field === undefined) throw new Error(`there is no field ${tag}`);
      const value = field.read(inner);
      if (field.isRepeated) (result[field.name] as unknown[]).push(value);
      else result[field.name] = value;
    }, startOf(fields()));

function startOf(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.values(fields)
      .filter(({ isRepeated }) => isRepeated)
      .map(({ name }) => [name, []]),
  );
}

const VALUE: Fields = {
  1: { name: 'stringValue', read: text },
  2: { name: 'boolValue', read: (reader) => reader.readBoolean() },
  3: { name: 'intValue', read: (reader) => String(reader.readVarint(true)) },
  4: { name: 'doubleValue', read: (reader) => reader.readDouble() },
  5: { name: 'arrayValue', read: message(() => ({ 1: { name: 'values', isRepeated: true, read: value } })) },
};
const value: Read = message(() => VALUE);
const attribute = message(() => ({ 1: { name: 'key', read: text }, 2: { name: 'value', read: value } }));

const span = message(() => ({
  1: { name: 'traceId', read: hex },
  2: { name: 'spanId', read: hex },
  5: { name: 'name', read: text },
  6: { name: 'kind', read: number },
  7: { name: 'startTimeUnixNano', read: fixed64 },
  8: { name: 'endTimeUnixNano', read: fixed64 },
  9: { name: 'attributes', isRepeated: true, read: attribute },
  15: { name: 'status', read: message(() => ({ 3: { name: 'code', read: number } })) },
}));

const scopeSpans = message(() => ({
  1: { name: 'scope', read: message(() => ({ 1: { name: 'name', read: text } })) },
  2: { name: 'spans', isRepeated: true, read: span },
}));

const resourceSpans = message(() => ({
  1: { name: 'resource', read: message(() => ({ 1: { name: 'attributes', isRepeated: true, read: attribute } })) },
  2: { name: 'scopeSpans', isRepeated: true, read: scopeSpans },
}));

/** A request of OTLP in protobuf as its JSON would be, by the numbers of the fields in opentelemetry/proto. */
export function readProtobufTraces(body: Uint8Array): object {
  const result: { resourceSpans: unknown[] } = { resourceSpans: [] };
  new PbfReader(body).readFields((tag, found, reader) => {
    if (tag !== 1) throw new Error(`there is no field ${tag}`);
    found.resourceSpans.push(resourceSpans(reader));
  }, result);
  return result;
}
