import type { RequestKind } from '@multilane/contracts';

export type UsageSource = 'reported' | 'estimated' | 'none';

/** Policies that decide about requests, each once about a request that it is asked about. */
export type AllowedPolicy = 'budget' | 'entitlement' | 'guardrail' | 'model_access' | 'pii' | 'rate_limit' | 'routing';

/** Facts about a request when it has ended. */
export interface RequestObservation {
  /** The route's name, from code. */
  endpoint: string;
  /** The HTTP status that was answered. */
  status: number;
  /** Kind of the request. */
  kind: RequestKind;
  /** The name of the provider that served it; undefined when none was reached. */
  provider: string | undefined;
  providerKind: string | undefined;
  /** The model's name in the configuration; undefined when the request named none that exists. */
  model: string | undefined;
  streamed: boolean;
  durationMs: number;
  /** Undefined when no byte was sent. */
  timeToFirstByteMs: number | undefined;
  usageSource: UsageSource;
  promptTokens: number;
  completionTokens: number;
  cachedTokens: number;
  reasoningTokens: number;
  costUsd: number;
}

/** Times of a request, with the labels that they are counted under. */
export type TimedRequest = Pick<
  RequestObservation,
  'durationMs' | 'endpoint' | 'provider' | 'providerKind' | 'streamed' | 'timeToFirstByteMs'
>;

/** Use of a request for media; undefined for units that it did not use. */
export interface MediaObservation {
  readonly images: number | undefined;
  readonly characters: number | undefined;
  readonly audioSeconds: number | undefined;
}

/** One call to a provider. */
export interface UpstreamObservation {
  /** Its own name. */
  provider: string;
  providerKind: string;
  /** `success`, `cancelled`, or the code of the failure. */
  outcome: string;
  durationMs: number;
}

/** Jobs of one endpoint that wait or run. */
export interface AsyncJobCount {
  readonly endpoint: string;
  readonly status: 'pending' | 'running';
  readonly jobs: number;
  readonly ageSeconds: number;
}
