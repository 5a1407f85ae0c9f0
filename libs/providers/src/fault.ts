import type { ErrorCode } from '@multilane/errors';

export type ProviderFailureCode = Extract<
  ErrorCode,
  | 'provider_error'
  | 'provider_timeout'
  | 'provider_rejected_request'
  | 'provider_rate_limited'
  | 'context_length_exceeded'
>;

/** Consequences of a failure with a known cause. */
export interface FaultRule {
  /**
   * Party that can mend it. `caller`: another request. `operator`: an account, a credential, a model's name or a
   * region. `provider`: time. `model`: another sample, or another model.
   */
  readonly whose: 'caller' | 'operator' | 'provider' | 'model';
  readonly code: ProviderFailureCode;
  /** The same target may answer the same request if it is sent again. */
  readonly retryable: boolean;
  /** Another credential of the same provider is asked next. */
  readonly nextCredential: boolean;
  /** The credential has a cool-down: it fails other requests too. */
  readonly restsCredential: boolean;
  /** Another target of the route is asked next; by the status that `retry.on` names. */
  readonly nextTarget: number | undefined;
  /**
   * Result that the circuit breaker of the target records. `if-others-answer`: a failure once another target has
   * answered the same request, because what only this one lacks is its own fault.
   */
  readonly breaker: 'failure' | 'success' | 'if-others-answer';
}

/** The causes of failures, each with what follows from it (docs/contract/errors.md#whose-fault-it-is). */
export const FAULTS = {
  /** A key, account or region that the provider does not serve. */
  refused_credential: {
    ...{ whose: 'operator', code: 'provider_error', retryable: false },
    ...{ nextCredential: true, restsCredential: true, nextTarget: 401, breaker: 'failure' },
  },
  /** No credit, or a quota that is used up: waiting for a second does not help. */
  no_credit: {
    ...{ whose: 'operator', code: 'provider_error', retryable: false },
    ...{ nextCredential: true, restsCredential: true, nextTarget: 401, breaker: 'failure' },
  },
  /** A model or deployment that does not exist, no longer exists, or is not open to this account. */
  unknown_model: {
    ...{ whose: 'operator', code: 'provider_error', retryable: false },
    ...{ nextCredential: true, restsCredential: false, nextTarget: 404, breaker: 'if-others-answer' },
  },
  /** One request is larger than all that the account may send in a minute. */
  over_tier: {
    ...{ whose: 'operator', code: 'provider_error', retryable: false },
    ...{ nextCredential: true, restsCredential: false, nextTarget: 429, breaker: 'success' },
  },
  rate_limited: {
    ...{ whose: 'provider', code: 'provider_rate_limited', retryable: true },
    ...{ nextCredential: true, restsCredential: true, nextTarget: 429, breaker: 'failure' },
  },
  overloaded: {
    ...{ whose: 'provider', code: 'provider_error', retryable: true },
    ...{ nextCredential: false, restsCredential: false, nextTarget: 503, breaker: 'failure' },
  },
  /** A call or a structured answer that the model wrote wrongly. */
  malformed_output: {
    ...{ whose: 'model', code: 'provider_error', retryable: true },
    ...{ nextCredential: false, restsCredential: false, nextTarget: 502, breaker: 'success' },
  },
  context_length: {
    ...{ whose: 'caller', code: 'context_length_exceeded', retryable: false },
    ...{ nextCredential: false, restsCredential: false, nextTarget: undefined, breaker: 'success' },
  },
  refused_content: {
    ...{ whose: 'caller', code: 'provider_rejected_request', retryable: false },
    ...{ nextCredential: false, restsCredential: false, nextTarget: undefined, breaker: 'success' },
  },
} as const satisfies Record<string, FaultRule>;

export type Fault = keyof typeof FAULTS;
