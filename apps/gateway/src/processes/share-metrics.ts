import type { Metrics } from '@multilane/telemetry';
import { isMessage, type ToPrimary, type ToWorker } from './worker-messages.js';

/** The primary answers sooner: it waits 2 s for the slowest process. */
const ANSWER_LIMIT_MS = 5_000;

/** In a worker process: `/metrics` is what the primary makes of the metrics of all. */
export function shareMetrics(metrics: Metrics): void {
  let lastId = 0;
  const waiting = new Map<number, (text: string) => void>();
  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return;
    const known = message as ToWorker;
    if (known.kind === 'rendered-metrics') waiting.get(known.id)?.(known.text);
    else if (known.kind === 'collect-metrics') {
      metrics.collectValues().then(
        (values) => send({ kind: 'metric-values', round: known.round, values }),
        () => undefined,
      );
    }
  });
  metrics.shareRendering(
    () =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const limit = setTimeout(() => {
          waiting.delete(id);
          reject(new Error('the primary process did not collect the metrics'));
        }, ANSWER_LIMIT_MS);
        waiting.set(id, (text) => {
          clearTimeout(limit);
          waiting.delete(id);
          resolve(text);
        });
        send({ kind: 'render-metrics', id });
      }),
  );
}

function send(message: ToPrimary): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
