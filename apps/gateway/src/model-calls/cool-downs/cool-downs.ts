import { ProviderFailure } from '@multilane/providers';
import type { RouteTarget } from '../../snapshot/routes/route.js';
import type { Target } from '../../snapshot/snapshot.js';
import { credentialHint } from '../../upstream/credentials/credential-hint.js';
import type { Credential } from '../../upstream/credentials/credential-source.js';
import { isOperatorsTrouble } from '../judge-failure.js';

/** Part of a provider that people registered, which this process passes over for a while. */
export interface CoolDown {
  readonly providerId: string;
  readonly kind: 'model' | 'credential';
  /** Name of the model at the provider, or the hint of the credential; empty if a credential has none. */
  readonly subject: string;
  readonly reason: CoolDownReason;
  /** Status of the provider's answer; undefined if there was none. */
  readonly status: number | undefined;
  readonly milliseconds: number;
}

/** `rejected`: the provider does not accept the credential or the settings. `failed`: any other failure of the provider. */
export type CoolDownReason = 'rate_limited' | 'timeout' | 'unreachable' | 'rejected' | 'failed';

/** Takes notes of cool-downs, for administrators. */
export interface CoolDownNotes {
  note(coolDown: CoolDown): void;
}

/** Notes that a target is passed over after a failure, if it is. A target of gateway.yaml is the operator's, and has metrics and logs. */
export function noteTarget(notes: CoolDownNotes | undefined, target: RouteTarget, failure: unknown, now: number): void {
  if (notes === undefined || !(failure instanceof ProviderFailure)) return;
  const { provider, providerId } = target.model.target;
  const milliseconds = target.state.passedOverAt(now);
  if (providerId === undefined || milliseconds === 0) return;
  notes.note({ providerId, kind: 'model', subject: provider.upstreamModel, ...describe(failure), milliseconds });
}

/** Notes that a credential is passed over for so many milliseconds. */
export function noteCredential(
  notes: CoolDownNotes | undefined,
  { providerId }: Target,
  credential: Credential,
  failure: unknown,
  milliseconds: number,
): void {
  if (notes === undefined || providerId === undefined || !(failure instanceof ProviderFailure)) return;
  const subject = credentialHint(credential) ?? '';
  notes.note({ providerId, kind: 'credential', subject, ...describe(failure), milliseconds });
}

function describe(failure: ProviderFailure): Pick<CoolDown, 'reason' | 'status'> {
  return { reason: reasonOf(failure), status: failure.status };
}

function reasonOf(failure: ProviderFailure): CoolDownReason {
  if (failure.code === 'provider_rate_limited') return 'rate_limited';
  if (failure.code === 'provider_timeout') return 'timeout';
  if (failure.connection) return 'unreachable';
  return isOperatorsTrouble(failure) ? 'rejected' : 'failed';
}
