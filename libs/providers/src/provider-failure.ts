import type { Usage } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { FAULTS, type Fault, type ProviderFailureCode } from './fault.js';
import type { SuggestedFormat } from './shared/texts/suggested-format.js';

export interface ProviderFailureDetails {
  /** The provider's status, where it answered with one. */
  status?: number;
  /** Words of the provider; for the log only. */
  detail?: string;
  /** The message for the caller instead of the code's standard message; our words, never the provider's. */
  publicMessage?: string;
  /** The request field that the provider named, in the reference format's terms. */
  param?: string;
  /** From the provider's Retry-After or its like. */
  retryAfterSeconds?: number;
  /** No answer came, for the connection could not be made or broke. */
  connection?: boolean;
  /** A local runtime said that it is still loading the model. */
  loading?: boolean;
  /** True if the same request may succeed if sent again. */
  retryable?: boolean;
  /** The cause, where the provider says it. */
  fault?: Fault | undefined;
  /** The format that the provider wants to be asked in. */
  suggests?: SuggestedFormat | undefined;
  /** It cannot read the encrypted thinking of an earlier turn. */
  refusesThinking?: boolean;
  /** The provider was not asked, because a declared limit of its credential leaves no room: the error of the caller. */
  heldBack?: 'rpm_exceeded' | 'tpm_exceeded';
}

/** Time after which a call that a declared limit held back may have room, in seconds. */
const HELD_BACK_SECONDS = 5;

/** A provider's failure in our terms. Its `detail` is logged; the caller gets `toGatewayError`. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly status: number | undefined;
  readonly detail: string;
  readonly publicMessage: string | undefined;
  readonly param: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly connection: boolean;
  readonly loading: boolean;
  readonly retryable: boolean;
  readonly fault: Fault | undefined;
  readonly suggests: SuggestedFormat | undefined;
  readonly refusesThinking: boolean;
  readonly heldBack: ProviderFailureDetails['heldBack'];
  /** Use that an answer which cannot be passed on reports. */
  usage: Usage | undefined = undefined;

  constructor(
    readonly code: ProviderFailureCode,
    details: ProviderFailureDetails = {},
  ) {
    super(code);
    this.status = details.status;
    this.detail = details.detail ?? '';
    this.publicMessage = details.publicMessage;
    this.param = details.param;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.connection = details.connection ?? false;
    this.loading = details.loading ?? false;
    this.fault = details.fault;
    this.suggests = details.suggests;
    this.refusesThinking = details.refusesThinking ?? false;
    this.heldBack = details.heldBack;
    this.retryable = details.retryable ?? (code === 'provider_error' || code === 'provider_rate_limited');
  }

  /** The refusal a caller sees: our words only, with the retry headers that the official SDKs follow. */
  toGatewayError(): GatewayError {
    const headers: Record<string, string> = {};
    if (this.heldBack !== undefined) {
      headers['retry-after'] = String(HELD_BACK_SECONDS);
      return new GatewayError(this.heldBack, { headers, scope: 'provider', cause: this });
    }
    if (this.code === 'provider_rate_limited') {
      headers['retry-after'] = String(this.retryAfterSeconds ?? 1);
      headers['x-should-retry'] = 'true';
    } else if (this.fault !== undefined && FAULTS[this.fault].whose === 'operator') {
      // The official SDKs repeat whatever has a status of 5xx.
      headers['x-should-retry'] = 'false';
    }
    return new GatewayError(this.code, {
      headers,
      ...(this.publicMessage === undefined ? {} : { message: this.publicMessage }),
      ...(this.param === undefined ? {} : { param: this.param }),
      cause: this,
    });
  }
}

/** Any error as the one a caller may see; what is not ours to explain becomes `internal_error`. */
export function toGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  if (error instanceof ProviderFailure) return error.toGatewayError();
  return new GatewayError('internal_error', { cause: error });
}
