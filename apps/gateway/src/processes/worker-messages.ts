import type { Worker } from 'node:cluster';
import type { ConfigText } from '@multilane/config';
import type { LimitAnswer, LimitQuestion } from '@multilane/policy';
import type { MetricValues } from '@multilane/telemetry';

/** Messages between the processes of one gateway about the configuration, `/metrics`, and shared rate limits. */
export type ToPrimary =
  | { readonly kind: 'read-config'; readonly id: number }
  | { readonly kind: 'render-metrics'; readonly id: number }
  | { readonly kind: 'metric-values'; readonly round: number; readonly values: MetricValues }
  | { readonly kind: 'limit-questions'; readonly id: number; readonly questions: readonly LimitQuestion[] };

export type ToWorker =
  | {
      readonly kind: 'config-texts';
      readonly id: number;
      /** Configuration that the first workers started with. */
      readonly first: ConfigText;
      /** The last one that was valid. */
      readonly latest: ConfigText;
    }
  | { readonly kind: 'collect-metrics'; readonly round: number }
  | { readonly kind: 'rendered-metrics'; readonly id: number; readonly text: string }
  | { readonly kind: 'limit-answers'; readonly id: number; readonly answers: readonly LimitAnswer[] };

export const isMessage = (message: unknown): message is { readonly kind: string } =>
  typeof message === 'object' && message !== null && 'kind' in message;

/** A worker that has just ended cannot be sent to: it is not waited for either. */
export function sendToWorker(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
