import { plainOf, writeCell } from '../../lists/write-cell.js';
import type { AuditRecordView } from './dto/audit-record.view.js';

type Column = Exclude<keyof AuditRecordView, 'object'>;

/** Every field of a record, in the order of the view. */
export const CSV_COLUMNS = [
  'id',
  'time',
  'request_id',
  'endpoint',
  'method',
  'kind',
  'status',
  'outcome',
  'error_code',
  'workspace_id',
  'workspace',
  'team_id',
  'team',
  'user_id',
  'user',
  'service_account_id',
  'credential_type',
  'credential_id',
  'credential_name',
  'key_role',
  'model',
  'logical_name',
  'provider',
  'provider_kind',
  'upstream_model',
  'streamed',
  'duration_ms',
  'time_to_first_byte_ms',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'cached_tokens',
  'reasoning_tokens',
  'usage_source',
  'attempts',
  'cache',
  'cost_usd',
  'price_version',
  'client_address',
  'images',
  'characters',
  'audio_seconds',
  'tags',
  'customer',
  'client',
  'client_version',
  'session',
  'rating',
  'note',
  'annotated_by',
  'annotated_at',
  'mcp_server',
  'mcp_tool',
  'mcp_decision',
  'details',
] as const satisfies readonly Column[];

export const CSV_HEAD = `${CSV_COLUMNS.join(',')}\r\n`;

/** A record as a line of CSV (RFC 4180). */
export function writeCsvLine(record: AuditRecordView): string {
  return `${CSV_COLUMNS.map((column) => writeCell(plainOf(record[column]))).join(',')}\r\n`;
}
