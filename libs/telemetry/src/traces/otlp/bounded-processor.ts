import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';
import type { TracerOptions } from '../tracer.js';

/** At most so many spans wait or are in progress: about 8 MB. */
export const MAX_SPANS = 4096;

/** Few enough that writing a batch holds up requests for about a millisecond. */
const SPANS_A_BATCH = 128;

const SEND_AFTER_MS = 2_000;
const EXPORT_LIMIT_MS = 10_000;

/**
 * Batches spans for an exporter, and says how many were lost: the batch processor itself only drops them. Spans that an
 * exporter holds count too, so that a collector that hangs costs no more memory than one that is away.
 */
export class BoundedProcessor implements SpanProcessor {
  private readonly batches: BatchSpanProcessor;
  private pending = 0;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly onLost: TracerOptions['onLost'],
  ) {
    this.batches = new BatchSpanProcessor({
      exporter: {
        export: (spans, done) => this.export(spans, done),
        shutdown: () => exporter.shutdown(),
      },
      maxQueueSize: MAX_SPANS,
      maxExportBatchSize: SPANS_A_BATCH,
      scheduledDelayMillis: SEND_AFTER_MS,
      exportTimeoutMillis: EXPORT_LIMIT_MS,
    });
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if (this.pending >= MAX_SPANS) {
      this.onLost(1, 'dropped');
      return;
    }
    this.pending += 1;
    this.batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.batches.shutdown();
  }

  private export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      this.pending -= spans.length;
      if (result.code !== ExportResultCode.SUCCESS) this.onLost(spans.length, 'failed', result.error);
      done(result);
    });
  }
}
