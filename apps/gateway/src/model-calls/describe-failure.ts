import type { Caller } from '@multilane/auth';
import type { AnyRequest } from '@multilane/contracts';
import type { ProviderFailure } from '@multilane/providers';
import type { Logger } from '@multilane/telemetry';
import { teamOf } from '../snapshot/find-policy.js';
import type { RouteTarget } from '../snapshot/routes/route.js';
import type { ServedModel, Snapshot, Target } from '../snapshot/snapshot.js';
import { credentialHint } from '../upstream/credentials/credential-hint.js';
import type { Credential } from '../upstream/credentials/credential-source.js';
import { maskFailure } from './mask-quotes.js';

/** Facts of a failed call for its log line. */
interface FailedCall {
  readonly credentials: readonly Credential[];
  readonly facts: Asker & { readonly requestId: string; readonly request: AnyRequest | undefined };
  /** Undefined where the request was not planned yet. */
  readonly planned: ServedBy | undefined;
}

interface Asker {
  readonly caller?: Caller | undefined;
  readonly snapshot?: Snapshot | undefined;
}

type ServedBy = { readonly model: ServedModel; readonly target: Target };

/**
 * A provider's failure for the log: which provider, model and credential it was, whose request, and what the provider said without
 * what it quotes. The credential is named by its last characters alone.
 */
export function describeFailure(call: FailedCall, failure: ProviderFailure): Record<string, unknown> {
  const { credentials, facts, planned } = call;
  return {
    request_id: facts.requestId,
    ...(planned && describeServed(planned)),
    credential: credentialHint(credentials.at(-1)),
    ...describeAsker(facts),
    code: failure.code,
    provider_status: failure.status,
    detail: maskFailure(failure, credentials, facts.request),
  };
}

/** Describes the model and the provider of the call. */
function describeServed({ model, target }: ServedBy): Record<string, unknown> {
  return {
    provider: target.providerName,
    provider_kind: target.provider.kind,
    model: model.logicalName,
    upstream_model: target.provider.upstreamModel,
  };
}

/** A key of gateway.yaml has no id but its name. */
function describeAsker({ caller, snapshot }: Asker): Record<string, unknown> {
  if (caller === undefined || snapshot === undefined) return {};
  const { credentialId, credentialType, keyName } = caller;
  return {
    team: teamOf(snapshot, caller)?.teamName ?? caller.teamName ?? null,
    key_id: credentialId ?? (credentialType === 'api_key' ? keyName : null),
  };
}

/** The breaker of a target has opened: requests go elsewhere until it is probed. */
export function logLeftOut(logger: Logger, requestId: string, { model }: RouteTarget): void {
  const fields = { request_id: requestId, ...describeServed({ model, target: model.target }) };
  logger.warn(fields, 'a target has failed repeatedly and is in cool-down');
}
