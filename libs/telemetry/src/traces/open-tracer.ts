import type { Tracer, TracerOptions } from './tracer.js';

/** Opens the way to a collector. OpenTelemetry's packages are loaded here and nowhere else. */
export async function openTracer(options: TracerOptions): Promise<Tracer> {
  const { OtlpTracer } = await import('./otlp/otlp-tracer.js');
  return new OtlpTracer(options);
}
