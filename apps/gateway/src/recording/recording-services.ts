import type { AuditWriter, Logger, Metrics, Tracer } from '@multilane/telemetry';
import type { CoolDownNotes } from '../model-calls/cool-downs/cool-downs.js';
import type { PayloadRecorder } from '../payloads/payload-recorder.js';

/** Services that record what became of a request. */
export interface RecordingServices {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly audit: AuditWriter;
  /** Undefined if no collector is configured: then nothing is noted for traces. */
  readonly tracer: Tracer | undefined;
  /** Undefined if what requests and answers say is not stored. */
  readonly payloads: PayloadRecorder | undefined;
  /** Undefined without a database. */
  readonly coolDowns?: CoolDownNotes | undefined;
}
