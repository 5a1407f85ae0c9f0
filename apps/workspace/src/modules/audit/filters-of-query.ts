import { parseTags } from '@multilane/contracts';
import { type AuditFilters, RATINGS, type Rating } from '@multilane/persistence';
import { parseTime } from '../../fields/is-time.js';
import type { AuditFilterQuery } from './dto/audit.query.js';

/** Filters that a query names by values, and neither by the requester's reach nor by names of things. */
export function filtersOfQuery(query: AuditFilterQuery): AuditFilters {
  return {
    userId: query.user_id,
    model: query.model,
    provider: query.provider,
    endpoint: query.endpoint,
    excludedEndpoints: readNames(query.exclude_endpoint),
    kind: query.kind,
    status: query.status,
    outcome: query.outcome,
    errorCode: query.error_code,
    minDurationMs: query.min_duration_ms,
    maxDurationMs: query.max_duration_ms,
    minCostUsd: query.min_cost_usd,
    maxCostUsd: query.max_cost_usd,
    requestId: query.request_id,
    tags: query.tag === undefined ? undefined : parseTags(query.tag).tags,
    customer: query.customer,
    client: query.client,
    session: query.session,
    ratings: ratingsOf(query.rating),
    mcpServer: query.mcp_server,
    mcpTool: query.mcp_tool,
    mcpDecision: query.mcp_decision,
    from: query.from === undefined ? undefined : parseTime(query.from),
    to: query.to === undefined ? undefined : parseTime(query.to),
  };
}

/** Marks that a filter means; undefined for no filter. */
export function ratingsOf(asked: AuditFilterQuery['rating']): readonly Rating[] | undefined {
  if (asked === undefined) return undefined;
  return asked === 'any' ? RATINGS : [asked];
}

/** Names that a text separates by commas; undefined if there are none. */
function readNames(text: string | undefined): readonly string[] | undefined {
  const names = (text ?? '').split(',').map((name) => name.trim());
  const given = names.filter((name) => name !== '');
  return given.length === 0 ? undefined : given;
}
