import type { ExportSinkEntry } from '@multilane/config';
import type { Dial } from '@multilane/egress';
import { openClickHouseSink } from './clickhouse-sink.js';
import { openFileSink } from './file-sink.js';
import { openHttpSink } from './http-sink.js';
import { openKafkaSink } from './kafka/kafka-sink.js';
import { openAzureSink } from './objects/azure-sink.js';
import { openS3Sink } from './objects/s3-sink.js';
import { openOtlpSink } from './otlp-sink.js';
import type { Send, Sink } from './sink.js';
import { openSplunkSink } from './splunk-sink.js';

/** Ways to sinks. */
export interface Ways {
  readonly send: Send;
  /** Way of protocols other than HTTP. */
  readonly dial: Dial;
  /** Way to object storage. If left out: that of its own library. */
  readonly sendObject?: Send;
}

/** Opens a sink as its entry describes it. Nothing is sent before the first batch. */
export function openSink(entry: ExportSinkEntry, { dial, send, sendObject }: Ways): Sink {
  const way = { send, timeoutMs: entry.timeout_ms };
  switch (entry.kind) {
    case 'http':
      return openHttpSink(entry.config, way);
    case 'splunk_hec':
      return openSplunkSink(entry.config, way);
    case 'clickhouse':
      return openClickHouseSink(entry.config, way);
    case 's3':
      return openS3Sink(entry.config, { timeoutMs: entry.timeout_ms, sendObject });
    case 'otlp':
      return openOtlpSink(entry.config, way);
    case 'azure_blob':
      return openAzureSink(entry.config, way);
    case 'kafka':
      return openKafkaSink(entry.config, { dial, timeoutMs: entry.timeout_ms });
    case 'file':
      return openFileSink(entry.config);
  }
}
