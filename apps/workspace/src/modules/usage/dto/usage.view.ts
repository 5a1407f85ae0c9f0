import type { UsageDimension, UsageRow } from '@multilane/persistence';
import { AmountField, ChoiceField, CountField, IdField, TextField } from '../../../fields/scalar-fields.js';
import { RequestSumsView } from './request-sums.view.js';

/** Sums of a group; those by what requests say about themselves have the dimension and its value. */
export type ShownUsage = UsageRow & { readonly dimension?: UsageDimension; readonly value?: string };

/** Sums of a group's requests. Dimensions that are not distinguished are null. */
export class UsageView extends RequestSumsView {
  @ChoiceField(['usage'], { description: 'Always `usage`.' })
  object!: 'usage';

  @TextField({ nullable: true, description: 'The day, in UTC.', example: '2027-01-31' })
  day!: string | null;

  @IdField({ nullable: true, description: 'The workspace; null also for what came by way of none.' })
  workspace_id!: string | null;

  @IdField({ nullable: true, description: 'The team.' })
  team_id!: string | null;

  @TextField({ nullable: true, description: 'Name.' })
  team!: string | null;

  @IdField({ nullable: true, description: 'The key or token. Also null for a key of gateway.yaml.' })
  key_id!: string | null;

  @TextField({ nullable: true, description: 'Name.' })
  key!: string | null;

  @IdField({ nullable: true, description: 'The person behind a token, or the owner of a key.' })
  user_id!: string | null;

  @IdField({ nullable: true, description: 'The virtual account behind a token.' })
  service_account_id!: string | null;

  @TextField({ nullable: true, description: 'The model, by its configured name.' })
  model!: string | null;

  @TextField({ nullable: true, description: 'Name of the provider that served the requests.' })
  provider!: string | null;

  @TextField({ nullable: true, description: 'Its kind.' })
  provider_kind!: string | null;

  @TextField({ nullable: true, description: 'Name of the tag that usage is grouped by.' })
  tag!: string | null;

  @TextField({ nullable: true, description: 'Value of that tag. `other` also sums values beyond the limit.' })
  tag_value!: string | null;

  @TextField({ nullable: true, description: 'The customer that requests were made for.' })
  customer!: string | null;

  @TextField({ nullable: true, description: 'The program that sent requests.', example: 'claude-code' })
  client!: string | null;

  @TextField({ nullable: true, description: 'The session of that program.' })
  session!: string | null;

  @CountField({ description: 'Prompt tokens read from provider caches.' })
  cached_tokens!: number;

  @CountField({ description: 'Completion tokens used for reasoning.' })
  reasoning_tokens!: number;

  @AmountField({ description: 'US dollars, for requests whose models have a price.' })
  cost_usd!: number;

  @CountField({ description: 'Images that were made.' })
  images!: number;

  @CountField({ description: 'Unicode code points of the text that was spoken.' })
  characters!: number;

  @AmountField({ description: 'Seconds of sound, as providers report them.' })
  audio_seconds!: number;

  static of(row: ShownUsage): UsageView {
    const { dimension, value = null } = row;
    const kind = dimension?.kind;
    return {
      object: 'usage',
      day: row.day,
      workspace_id: row.workspaceId,
      team_id: row.teamId,
      team: row.team,
      key_id: row.credentialId,
      key: row.credentialName,
      user_id: row.userId,
      service_account_id: row.serviceAccountId,
      model: row.model,
      provider: row.provider,
      provider_kind: row.providerKind,
      tag: dimension?.kind === 'tag' ? dimension.name : null,
      tag_value: kind === 'tag' ? value : null,
      customer: kind === 'customer' ? value : null,
      client: kind === 'client' ? value : null,
      session: kind === 'session' ? value : null,
      requests: row.requests,
      imported_requests: row.importedRequests ?? 0,
      imported_cost_usd: row.importedCostUsd ?? 0,
      refused_requests: row.refusedRequests,
      failed_requests: row.failedRequests,
      cancelled_requests: row.cancelledRequests,
      prompt_tokens: row.promptTokens,
      completion_tokens: row.completionTokens,
      total_tokens: row.totalTokens,
      cached_tokens: row.cachedTokens,
      reasoning_tokens: row.reasoningTokens,
      cost_usd: row.costUsd,
      images: row.images,
      characters: row.characters,
      audio_seconds: row.audioSeconds,
    };
  }
}
