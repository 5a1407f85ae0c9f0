import { REQUEST_KINDS, REQUEST_OUTCOMES } from '@multilane/contracts';
import { AUDIT_ORDERS, type ListOrder } from '@multilane/persistence';
import { ChoiceField, CountField, IdField, MeasureField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { CursorField, LimitField } from '../../../lists/page-fields.js';
import { TAG_LIST } from '../../usage/dto/tag-list.js';

/** Decision on a tool call before its server got it. */
export const MCP_DECISIONS = ['allowed', 'refused'] as const;

/** Filters by mark: either one, or any. */
export const RATING_FILTERS = ['good', 'bad', 'any'] as const;

/** Filters of requests. They add up. */
export class AuditFilterQuery {
  @TimeField({ optional: true, description: 'Only requests that arrived at or after this time.' })
  from?: string;

  @TimeField({ optional: true, description: 'Only requests that arrived before this time.' })
  to?: string;

  @TextField({ optional: true, description: 'Only requests of this team (id or name).' })
  team?: string;

  @TextField({ optional: true, description: 'Only requests of this key or token (id).' })
  key?: string;

  @IdField({ optional: true, description: 'Only requests of this person: the owner of the token or key.' })
  user_id?: string;

  @TextField({
    optional: true,
    max: 512,
    description: 'Only requests for this model: the resolved name, or the requested name if it did not resolve.',
  })
  model?: string;

  @TextField({ optional: true, description: 'Only requests served by the provider of this name.' })
  provider?: string;

  @TextField({ optional: true, description: 'Only requests to this endpoint.', example: 'chat.completions' })
  endpoint?: string;

  @TextField({
    optional: true,
    max: 1024,
    description: 'No requests to these endpoints, separated by commas.',
    example: 'kb,messages.count_tokens',
  })
  exclude_endpoint?: string;

  @ChoiceField(REQUEST_KINDS, {
    optional: true,
    description:
      'Only requests that count as this: calls of models, tools and knowledge, reads, or writes. Default: all.',
  })
  kind?: string;

  @CountField({
    min: 100,
    max: 599,
    fromText: true,
    optional: true,
    description: 'Only requests with this HTTP status.',
  })
  status?: number;

  @ChoiceField(REQUEST_OUTCOMES, {
    optional: true,
    description: 'Only requests with this outcome.',
  })
  outcome?: string;

  @TextField({ optional: true, max: 128, description: 'Only requests with this error code.', example: 'rpm_exceeded' })
  error_code?: string;

  @MeasureField({ optional: true, description: 'Only requests that took at least these milliseconds.' })
  min_duration_ms?: number;

  @MeasureField({ optional: true, description: 'Only requests that took at most these milliseconds.' })
  max_duration_ms?: number;

  @MeasureField({
    optional: true,
    description: 'Only requests that cost at least these US dollars. A request without a price costs 0.',
  })
  min_cost_usd?: number;

  @MeasureField({ optional: true, description: 'Only requests that cost at most these US dollars.' })
  max_cost_usd?: number;

  @TextField({
    optional: true,
    description: 'Only requests with this `X-Request-Id`. Several requests can have the same one.',
  })
  request_id?: string;

  @TextField({ optional: true, max: 128, description: 'Only calls of tools of this MCP server (name).' })
  mcp_server?: string;

  @TextField({ optional: true, max: 128, description: 'Only calls of this tool of MCP servers, by its name there.' })
  mcp_tool?: string;

  @ChoiceField(MCP_DECISIONS, {
    optional: true,
    description: 'Only calls of tools that were let go to their MCP server, or that were refused before.',
  })
  mcp_decision?: string;

  @TextField({
    optional: true,
    max: 1_400,
    form: TAG_LIST,
    description: 'Only requests with this tag, as `name=value`. Several, separated by commas, must all be there.',
    example: 'feature=search',
  })
  tag?: string;

  @TextField({ optional: true, max: 256, description: 'Only requests made for this customer.' })
  customer?: string;

  @TextField({ optional: true, max: 64, description: 'Only requests of this client program.', example: 'claude-code' })
  client?: string;

  @TextField({ optional: true, max: 128, description: 'Only requests of this session of a client program.' })
  session?: string;

  @ChoiceField(RATING_FILTERS, {
    optional: true,
    description: 'Only requests that were marked as `good` or as `bad`, or with any mark.',
  })
  rating?: (typeof RATING_FILTERS)[number];

  @IdField({ optional: true, description: 'Only requests of this workspace.' })
  workspace_id?: string;
}

export class AuditQuery extends AuditFilterQuery {
  @LimitField(200, 50)
  limit: number = 50;

  @CursorField()
  cursor?: string;

  @ChoiceField(AUDIT_ORDERS, { optional: true, description: 'Order of the requests. Default: `-time`, newest first.' })
  order?: ListOrder;
}

const EXPORT_FORMATS = ['csv', 'ndjson'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export class AuditExportQuery extends AuditFilterQuery {
  @ChoiceField(EXPORT_FORMATS, {
    optional: true,
    description: 'Comma-separated values (the default), or one JSON object per line.',
  })
  format: ExportFormat = 'csv';

  @ChoiceField(AUDIT_ORDERS, { optional: true, description: 'Order of the records. Default: `-time`, newest first.' })
  order?: ListOrder;
}
