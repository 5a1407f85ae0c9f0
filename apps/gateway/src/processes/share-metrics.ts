import type { Metrics } from '@multilane/telemetry';
import { askPrimary, sendToPrimary } from './ask-primary.js';
import { isMessage, type ToWorker } from './worker-messages.js';

/** The primary answers sooner: it waits 2 s for the slowest process. */
const ANSWER_LIMIT_MS = 5_000;

/** In a worker process: `/metrics` is what the primary makes of the metrics of all. */
export function shareMetrics(metrics: Metrics): void {
  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return;
    const known = message as ToWorker;
    if (known.kind !== 'collect-metrics') return;
    metrics.collectValues().then(
      (values) => sendToPrimary({ kind: 'metric-values', round: known.round, values }),
      () => undefined,
    );
  });
  const ask = askPrimary('rendered-metrics', ANSWER_LIMIT_MS);
  metrics.shareRendering(async () => (await ask((id) => ({ kind: 'render-metrics', id }))).text);
}
