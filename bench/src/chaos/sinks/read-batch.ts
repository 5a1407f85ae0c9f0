import { gunzipSync } from 'node:zlib';

/** Forms of a batch: a record in each line, Splunk's events, or spans of OpenTelemetry. */
export type BatchFormat = 'lines' | 'events' | 'spans';

interface Span {
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

/** First bytes of a body in gzip. */
const GZIP = 0x1f8b;

/** Ids of the records of a batch, in their order. */
export function readBatch(format: BatchFormat, body: Buffer): string[] {
  const isCompressed = body.length > 2 && body.readUInt16BE(0) === GZIP;
  const text = (isCompressed ? gunzipSync(body) : body).toString();
  if (format === 'spans') return readSpans(text);
  const lines = text.split('\n').filter(Boolean);
  return lines.map((line) => {
    const written = JSON.parse(line) as { id: string; event?: { id: string } };
    return format === 'events' ? String(written.event?.id) : written.id;
  });
}

function readSpans(text: string): string[] {
  const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  return spans.map(({ attributes }) =>
    String(attributes.find(({ key }) => key === 'multilane.record.id')?.value.stringValue),
  );
}
