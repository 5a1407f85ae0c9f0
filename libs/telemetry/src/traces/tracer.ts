import type { ProviderKind, Usage } from '@multilane/contracts';
import type { AuditRecord } from '../audit/audit-record.js';

/** One call to a provider that a request took. */
export interface TracedCall {
  /** The kind of the provider. */
  readonly provider: ProviderKind;
  /** The provider's own name. */
  readonly providerName: string;
  /** Operation that the provider was asked for, such as `chat`; the adapter's name of the endpoint. */
  readonly endpoint: string;
  /** `gen_ai.operation.name`, where the provider's manifest names no other; undefined for the name of the endpoint. */
  readonly operation?: string | undefined;
  /** The model's name at the provider. */
  readonly model: string;
  /** Scheme, host and port that were called; undefined for a provider inside the process. */
  readonly origin: string | undefined;
  readonly streamed: boolean;
  /** Milliseconds from the start of the request to the start of the call. */
  readonly startedMs: number;
  readonly durationMs: number;
  /** From its beginning to the first of a streamed answer, in milliseconds; undefined if none came. */
  readonly firstChunkMs: number | undefined;
  /** Our code of what went wrong, or `cancelled`; undefined for a success. */
  readonly failure: string | undefined;
  /** The provider's HTTP status, where it rejected with one. */
  readonly status: number | undefined;
  /** Usage of the answer; on one call of a request at most, so that sums over spans are right. */
  readonly usage: Usage | undefined;
  /** The model as the provider named it in its answer. */
  readonly answerModel: string | undefined;
}

/** A request that has ended, with what its trace needs beside its audit record. */
export interface TracedRequest {
  readonly record: AuditRecord;
  /** Milliseconds since the epoch, with a fraction. */
  readonly startedAt: number;
  /** The path of its route, from code. */
  readonly route: string;
  /** The caller's `traceparent` and `tracestate` (W3C Trace Context), as they came. */
  readonly traceparent: string | undefined;
  readonly tracestate: string | undefined;
  readonly calls: readonly TracedCall[];
}

/** Turns requests that have ended into traces: a span for the request, and one for each call to a provider. */
export interface Tracer {
  /**
   * Never throws and never waits: what cannot be sent in time is lost, and counted. Returns the id of the trace; undefined for a request
   * that is not traced.
   */
  record(request: TracedRequest): string | undefined;
  /** Sends what waits, for a few seconds at most. Never rejects. */
  close(): Promise<void>;
}

export interface TracerOptions {
  /** The collector's address; `/v1/traces` is added unless it ends so. */
  readonly endpoint: string;
  /** Share of the requests without a trace that is traced, from 0 to 1. */
  readonly sampleRatio: number;
  /** The service's name and version, as every span carries them. */
  readonly service: string;
  readonly version: string;
  /** Called for spans that were lost: `dropped` where too many waited, `failed` where the collector did not take them. */
  readonly onLost: (spans: number, reason: 'dropped' | 'failed', error?: Error) => void;
}
