import type { RequestKind, RequestOutcome } from '@multilane/contracts';
import type { GatewayError } from '@multilane/errors';
import { ProviderFailure } from '@multilane/providers';
import { type AuditRecord, formatTime, makeRecordId } from '@multilane/telemetry';
import type { EndpointDescriptor } from '../endpoints/descriptor.js';
import type { CallPlan } from '../model-calls/model-call.js';
import { organizationOf, teamOf, workspaceOf } from '../snapshot/find-policy.js';
import type { ServedModel } from '../snapshot/snapshot.js';
import { describeAttribution } from './attribution.js';
import type { CacheUse } from './cache-use.js';
import { describeDetails } from './describe-answer.js';
import type { Admission, AskedRequest, RecordedRequest, RequestSummary } from './request-parts.js';

/** The status recorded for a client that left before its answer began; it was never sent to anybody. */
export const CLIENT_CLOSED_REQUEST = 499;

type CallerRecord = Pick<
  AuditRecord,
  | 'organization'
  | 'organization_id'
  | 'workspace'
  | 'workspace_id'
  | 'team'
  | 'team_id'
  | 'user_id'
  | 'service_account_id'
  | 'credential_type'
  | 'credential_id'
  | 'api_key_name'
  | 'key_role'
>;

const NOBODY: CallerRecord = {
  organization: null,
  organization_id: null,
  workspace: null,
  workspace_id: null,
  team: null,
  team_id: null,
  user_id: null,
  service_account_id: null,
  credential_type: null,
  credential_id: null,
  api_key_name: null,
  key_role: null,
};

const NO_CHARGES: AuditRecord['charges'] = [];

/** A record of what a request asked for, who served it and what became of it; not yet of what it used. */
export function describeRequest(request: RecordedRequest, error: GatewayError | undefined): AuditRecord {
  const { asked, ended, planned, tried } = request;
  const record = summarizeRequest(asked.incoming, performance.now() - asked.startedAt);
  describeAttribution(record, asked);
  record.kind = kindOf(asked, error);
  record.status = statusOf(request, error);
  record.outcome = tried.cancelled ? 'cancelled' : outcomeOf(ended.failure, error);
  record.error_code = error?.code ?? null;
  record.model = asked.request?.model ?? null;
  record.logical_name = planned.model?.logicalName ?? null;
  if (planned.plan) describeServing(record, planned.plan);
  record.streamed = asked.streamed;
  record.time_to_first_byte_ms = ended.timeToFirstByteMs === undefined ? null : round(ended.timeToFirstByteMs);
  record.attempts = tried.attempts;
  record.details = describeDetails(request);
  if (planned.cache) describeCacheUse(record, planned.cache, planned.model);
  return record;
}

/** Kind that the request counts as. A request that was to run later and was rejected never runs: it counts here, and else when it runs. */
function kindOf({ endpoint, request }: AskedRequest, error: GatewayError | undefined): RequestKind {
  if (endpoint.runsLaterAt !== undefined) return error === undefined ? 'write' : 'call';
  const kind = request && endpoint.kindOf?.(request);
  return kind ?? usualKindOf(endpoint);
}

/** Kind of a request of which only the endpoint is known. */
export function usualKindOf({ recordedAs = 'call' }: Pick<EndpointDescriptor, 'recordedAs'>): RequestKind {
  return recordedAs;
}

/** Describes the target that serves the request, or would have. */
export function describeServing(record: AuditRecord, { adapter, target }: CallPlan): void {
  record.provider = target.providerName;
  record.provider_kind = adapter.kind;
  record.upstream_model = target.provider.upstreamModel;
}

/** An answer of the cache costs nothing, where an answer of the model costs anything. */
export function costOfHit(model: Pick<ServedModel, 'price'> | undefined): 0 | undefined {
  return model?.price.current ? 0 : undefined;
}

/** A hit used nothing and cost nothing. */
function describeCacheUse(record: AuditRecord, cache: CacheUse, model: ServedModel | undefined): void {
  record.cache = cache.outcome;
  if (!cache.hit) return;
  record.provider = cache.hit.provider ?? cache.hit.kind;
  record.provider_kind = cache.hit.kind;
  record.logical_name = cache.hit.model;
  record.upstream_model = null;
  record.cost_usd = costOfHit(model) ?? null;
}

/** A record of what is known when a request has been let in, or not; everything else is still to be said. */
export function summarizeRequest(
  { admission, clientAddress, endpoint, kind, method, requestId }: RequestSummary,
  durationMs: number,
): AuditRecord {
  const arrivedAt = Date.now() - durationMs;
  const caller = admission ? describeCaller(admission) : NOBODY;
  // Field by field: spreading the caller's would cost more than all others together.
  return {
    time: formatTime(arrivedAt),
    id: makeRecordId(arrivedAt),
    request_id: requestId,
    endpoint: endpoint ?? 'unknown',
    method,
    kind: kind ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write'),
    status: 200,
    outcome: 'success',
    error_code: null,
    organization: caller.organization,
    organization_id: caller.organization_id,
    workspace: caller.workspace,
    workspace_id: caller.workspace_id,
    team: caller.team,
    team_id: caller.team_id,
    user_id: caller.user_id,
    service_account_id: caller.service_account_id,
    credential_type: caller.credential_type,
    credential_id: caller.credential_id,
    api_key_name: caller.api_key_name,
    key_role: caller.key_role,
    model: null,
    logical_name: null,
    provider: null,
    provider_kind: null,
    upstream_model: null,
    streamed: false,
    duration_ms: round(durationMs),
    time_to_first_byte_ms: null,
    prompt_tokens: null,
    completion_tokens: null,
    total_tokens: null,
    cached_tokens: null,
    reasoning_tokens: null,
    usage_source: 'none',
    attempts: 0,
    cache: null,
    cost_usd: null,
    price_version: null,
    client_address: clientAddress,
    charges: NO_CHARGES,
    client: null,
    client_version: null,
    details: null,
  };
}

function describeCaller({ caller, snapshot }: Admission): CallerRecord {
  const organization = organizationOf(snapshot, caller);
  return {
    organization: organization?.name ?? caller.organizationName ?? null,
    organization_id: organization?.id ?? caller.organizationId ?? null,
    workspace: workspaceOf(snapshot, caller)?.name ?? null,
    workspace_id: caller.workspaceId ?? null,
    team: teamOf(snapshot, caller)?.teamName ?? caller.teamName ?? null,
    team_id: caller.teamId ?? null,
    user_id: caller.userId ?? null,
    service_account_id: caller.serviceAccountId ?? null,
    credential_type: caller.credentialType,
    credential_id: caller.credentialId ?? null,
    api_key_name: caller.keyName,
    key_role: caller.role,
  };
}

export function outcomeOf(failure: unknown, error: GatewayError | undefined): RequestOutcome {
  if (error === undefined) return 'success';
  return error.status >= 500 || failure instanceof ProviderFailure ? 'failed' : 'refused';
}

/** A stream that broke after its beginning had been answered with 200 already. */
function statusOf({ sink, tried }: RecordedRequest, error: GatewayError | undefined): number {
  if (sink.status !== undefined) return sink.status;
  if (tried.cancelled) return CLIENT_CLOSED_REQUEST;
  return error?.status ?? 200;
}

/** Milliseconds to the microsecond. */
function round(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
