import type { MetricValues } from '@multilane/telemetry';

/** What the processes of one gateway say to each other about `/metrics`. */
export type ToPrimary =
  | { readonly kind: 'render-metrics'; readonly id: number }
  | { readonly kind: 'metric-values'; readonly round: number; readonly values: MetricValues };

export type ToWorker =
  | { readonly kind: 'collect-metrics'; readonly round: number }
  | { readonly kind: 'rendered-metrics'; readonly id: number; readonly text: string };

export const isMessage = (message: unknown): message is { readonly kind: string } =>
  typeof message === 'object' && message !== null && 'kind' in message;
