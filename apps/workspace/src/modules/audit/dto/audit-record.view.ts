import { REQUEST_KINDS, REQUEST_OUTCOMES, USAGE_SOURCES } from '@multilane/contracts';
import { type AuditRow, RATINGS, type RequestAnnotationRecord } from '@multilane/persistence';
import { FreeObjectField } from '../../../fields/list-fields.js';
import {
  AmountField,
  ChoiceField,
  CountField,
  FlagField,
  IdField,
  TextField,
  TimeField,
} from '../../../fields/scalar-fields.js';
import { MCP_DECISIONS } from './audit.query.js';

interface ToolCallDetails {
  readonly server?: string | null;
  readonly tool?: string;
  readonly decision?: string;
}

/** A record, and what is known of it elsewhere. */
export interface ShownRequest {
  readonly row: AuditRow;
  /** Name that its person has now; null for nobody. */
  readonly user: string | null;
  /** Mark and note of the request, for those who may see them. */
  readonly annotation: RequestAnnotationRecord | undefined;
}

/** One request: who asked for what, who served it, what it used. Never a prompt, an answer or a credential. */
export class AuditRecordView {
  @IdField({ description: 'Internal id of the request.' })
  id!: string;

  @ChoiceField(['audit_record'], { description: 'Always `audit_record`.' })
  object!: 'audit_record';

  @TimeField({ description: 'When it arrived.' })
  time!: string;

  @TextField({ description: '`X-Request-Id` of the request. The caller may have set it.' })
  request_id!: string;

  @TextField({ description: 'Name of the endpoint.', example: 'chat.completions' })
  endpoint!: string;

  @TextField({ description: 'The HTTP method.' })
  method!: string;

  @ChoiceField(REQUEST_KINDS, {
    description:
      'What it counts as: a `call` of a model, a tool or knowledge, which usage counts; a `read` such as a list or a poll; or a `write`, such as an upload or a job that runs later.',
  })
  kind!: string;

  @CountField({ nullable: true, description: 'HTTP status. 499 if the client disconnected before a response.' })
  status!: number | null;

  @ChoiceField(REQUEST_OUTCOMES, { description: 'Outcome.' })
  outcome!: string;

  @TextField({ nullable: true, description: 'Error code of the response.' })
  error_code!: string | null;

  @IdField({ nullable: true, description: 'The workspace that the credential is bound to.' })
  workspace_id!: string | null;

  @TextField({ nullable: true, description: 'Name at the time of the request.' })
  workspace!: string | null;

  @IdField({ nullable: true, description: 'The team.' })
  team_id!: string | null;

  @TextField({ nullable: true, description: 'Name at the time of the request.' })
  team!: string | null;

  @IdField({ nullable: true, description: 'The person behind a token, or the owner of a key.' })
  user_id!: string | null;

  @TextField({ nullable: true, description: 'Name of that person now.' })
  user!: string | null;

  @IdField({ nullable: true, description: 'The virtual account behind a token.' })
  service_account_id!: string | null;

  @TextField({ nullable: true, description: 'api_key, pat, vat, oidc or session.' })
  credential_type!: string | null;

  @IdField({ nullable: true, description: 'The key, token or session. Null for a key of gateway.yaml.' })
  credential_id!: string | null;

  @TextField({ nullable: true, description: 'Name at the time of the request.' })
  credential_name!: string | null;

  @TextField({ nullable: true, description: 'The role of a key.' })
  key_role!: string | null;

  @TextField({ nullable: true, description: 'The model as the caller named it.' })
  model!: string | null;

  @TextField({ nullable: true, description: 'The resolved model.' })
  logical_name!: string | null;

  @TextField({ nullable: true, description: 'Name of the provider that served the request.' })
  provider!: string | null;

  @TextField({ nullable: true, description: 'Its kind.' })
  provider_kind!: string | null;

  @TextField({ nullable: true, description: 'The model that the provider was asked for.' })
  upstream_model!: string | null;

  @FlagField({ description: 'Whether a stream was requested.' })
  streamed!: boolean;

  @AmountField({ description: 'Milliseconds from the arrival of the request to the end of its response.' })
  duration_ms!: number;

  @AmountField({ nullable: true, description: 'Milliseconds to the first byte of the response.' })
  time_to_first_byte_ms!: number | null;

  @CountField({ nullable: true, description: 'Prompt tokens.' })
  prompt_tokens!: number | null;

  @CountField({ nullable: true, description: 'Completion tokens.' })
  completion_tokens!: number | null;

  @CountField({ nullable: true, description: 'Sum of both.' })
  total_tokens!: number | null;

  @CountField({ nullable: true, description: 'Prompt tokens read from the provider cache.' })
  cached_tokens!: number | null;

  @CountField({ nullable: true, description: 'Completion tokens used for reasoning.' })
  reasoning_tokens!: number | null;

  @ChoiceField(USAGE_SOURCES, { description: 'Source of the token counts.' })
  usage_source!: string;

  @CountField({ description: 'Number of calls to providers.' })
  attempts!: number;

  @ChoiceField(['hit', 'miss'], { nullable: true, description: 'Result of the response cache.' })
  cache!: string | null;

  @AmountField({ nullable: true, description: 'US dollars, if the model has a price.' })
  cost_usd!: number | null;

  @TextField({ nullable: true, description: 'Version of the prices that the cost was computed with.' })
  price_version!: string | null;

  @TextField({ nullable: true, description: 'The IP address of the caller, where it is recorded.' })
  client_address!: string | null;

  @CountField({ nullable: true, description: 'Images that were made.' })
  images!: number | null;

  @CountField({ nullable: true, description: 'Unicode code points of the text that was spoken.' })
  characters!: number | null;

  @AmountField({ nullable: true, description: 'Seconds of sound, as the provider reports them.' })
  audio_seconds!: number | null;

  @FreeObjectField({ nullable: true, description: 'Tags by name: of the request, and of tag policies.' })
  tags!: object | null;

  @TextField({
    nullable: true,
    description: 'Customer that the request was made for: `X-Service-Customer`, else `safety_identifier`, else `user`.',
  })
  customer!: string | null;

  @TextField({ nullable: true, description: 'Program that sent the request.', example: 'claude-code' })
  client!: string | null;

  @TextField({ nullable: true, description: 'Version of that program.' })
  client_version!: string | null;

  @TextField({ nullable: true, description: 'Session of that program, if it sends one.' })
  session!: string | null;

  @ChoiceField(RATINGS, { nullable: true, description: 'Mark that a person gave to the request.' })
  rating!: string | null;

  @TextField({ nullable: true, description: 'Note of that person. Empty if they wrote none.' })
  note!: string | null;

  @TextField({ nullable: true, description: 'Name of whoever wrote the mark and the note last.' })
  annotated_by!: string | null;

  @TimeField({ nullable: true, description: 'When they were written last.' })
  annotated_at!: string | null;

  @TextField({ nullable: true, description: 'The MCP server of the tool that was called.' })
  mcp_server!: string | null;

  @TextField({ nullable: true, description: 'The tool that was called, as its MCP server names it.' })
  mcp_tool!: string | null;

  @ChoiceField(MCP_DECISIONS, {
    nullable: true,
    description: 'Whether the call of the tool was let go to the MCP server. Null in records before this was noted.',
  })
  mcp_decision!: string | null;

  @FreeObjectField({
    nullable: true,
    description:
      'What policies had to say: `routing`, `limits`, `guardrails`, `adjusted`, `shadow_of`, `mcp`, `kb_id`, `job_id`, `batch_id`.',
  })
  details!: object | null;

  static of({ annotation, row, user }: ShownRequest): AuditRecordView {
    const details = row.details as { readonly mcp?: ToolCallDetails } | null;
    return {
      id: row.id,
      object: 'audit_record',
      time: row.time.toISOString(),
      request_id: row.requestId,
      endpoint: row.endpoint,
      method: row.method,
      kind: row.kind,
      status: row.status,
      outcome: row.outcome,
      error_code: row.errorCode,
      workspace_id: row.workspaceId,
      workspace: row.workspace,
      team_id: row.teamId,
      team: row.team,
      user_id: row.userId,
      user,
      service_account_id: row.serviceAccountId,
      credential_type: row.credentialType,
      credential_id: row.credentialId,
      credential_name: row.credentialName,
      key_role: row.keyRole,
      model: row.model,
      logical_name: row.logicalName,
      provider: row.provider,
      provider_kind: row.providerKind,
      upstream_model: row.upstreamModel,
      streamed: row.streamed,
      duration_ms: row.durationMs,
      time_to_first_byte_ms: row.timeToFirstByteMs,
      prompt_tokens: row.promptTokens,
      completion_tokens: row.completionTokens,
      total_tokens: row.totalTokens,
      cached_tokens: row.cachedTokens,
      reasoning_tokens: row.reasoningTokens,
      usage_source: row.usageSource,
      attempts: row.attempts,
      cache: row.cache,
      cost_usd: row.costUsd,
      price_version: row.priceVersion,
      client_address: row.clientAddress,
      images: row.images,
      characters: row.characters,
      audio_seconds: row.audioSeconds,
      tags: row.tags,
      customer: row.customer,
      client: row.client,
      client_version: row.clientVersion,
      session: row.session,
      rating: annotation?.rating ?? null,
      note: annotation?.note ?? null,
      annotated_by: annotation?.annotatedBy ?? null,
      annotated_at: annotation?.updatedAt.toISOString() ?? null,
      mcp_server: details?.mcp?.server ?? null,
      mcp_tool: details?.mcp?.tool ?? null,
      mcp_decision: details?.mcp?.decision ?? null,
      details,
    };
  }
}
