/** Value of an attribute in the JSON of OTLP (opentelemetry/proto/common/v1/common.proto). Whole numbers are text there. */
export type OtlpValue =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly arrayValue: { readonly values: readonly OtlpValue[] } };

export interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}

/** A span of opentelemetry/proto/trace/v1/trace.proto, as far as exports fill it. */
export interface OtlpSpan {
  /** In hexadecimal digits, as is `spanId`. */
  readonly traceId: string;
  readonly spanId: string;
  readonly name: string;
  readonly kind: number;
  /** Nanoseconds since 1970, as text. */
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly status?: { readonly code: number };
}

/** Body of `POST /v1/traces`, of one resource and one scope. */
export interface OtlpTraces {
  readonly resource: readonly OtlpAttribute[];
  readonly scope: string;
  readonly spans: readonly OtlpSpan[];
}

/** Numbers that are whole by chance alone. */
const FRACTIONS: ReadonlySet<string> = new Set([
  'multilane.cost_usd',
  'gen_ai.usage.cost',
  'llm.cost.total',
  'gen_ai.response.time_to_first_chunk',
]);

/** Attributes of values; one that is unknown has no attribute. */
export function writeAttributes(values: Readonly<Record<string, unknown>>): OtlpAttribute[] {
  const known = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return known.map(([key, value]) => ({ key, value: writeValue(key, value) }));
}

function writeValue(key: string, value: unknown): OtlpValue {
  if (Array.isArray(value)) return { arrayValue: { values: value.map((item) => writeValue(key, item)) } };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value !== 'number') return { stringValue: String(value) };
  return Number.isInteger(value) && !FRACTIONS.has(key) ? { intValue: String(value) } : { doubleValue: value };
}

/** Body of a request in JSON. */
export function writeJson({ resource, scope, spans }: OtlpTraces): string {
  const scopeSpans = [{ scope: { name: scope }, spans }];
  return JSON.stringify({ resourceSpans: [{ resource: { attributes: resource }, scopeSpans }] });
}
