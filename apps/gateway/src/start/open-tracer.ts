import type { SettingsAtStart } from '@multilane/config';
import { readBuildStamp } from '@multilane/http';
import { type Logger, type Metrics, openTracer, type Tracer } from '@multilane/telemetry';

/** Interval of log lines about a collector that takes nothing, in milliseconds; the metric counts every span. */
const LOG_EVERY_MS = 60_000;

/** The way to the collector that the configuration names; undefined if it names none. */
export async function openConfiguredTracer(
  { telemetry }: Pick<SettingsAtStart, 'telemetry'>,
  logger: Logger,
  metrics: Metrics,
): Promise<Tracer | undefined> {
  if (telemetry.otlp_endpoint === undefined) return undefined;
  const { service, version } = readBuildStamp('multilane-gateway', new URL('../../', import.meta.url));
  let loggedAt = Number.NEGATIVE_INFINITY;
  return openTracer({
    endpoint: telemetry.otlp_endpoint,
    sampleRatio: telemetry.trace_sample_ratio,
    service,
    version,
    onLost: (spans, reason, error) => {
      metrics.recordLostSpans(spans, reason);
      if (performance.now() - loggedAt < LOG_EVERY_MS) return;
      loggedAt = performance.now();
      logger.warn({ err: error, reason }, 'traces are being lost; requests are not affected');
    },
  });
}
