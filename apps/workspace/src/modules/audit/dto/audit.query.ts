import { ChoiceField, CountField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

/** Which requests. Filters add up. */
export class AuditFilterQuery {
  @TimeField({ optional: true, description: 'That arrived from this moment on.' })
  from?: string;

  @TimeField({ optional: true, description: 'That arrived before this moment.' })
  to?: string;

  @TextField({ optional: true, description: 'Of this team: its id or name.' })
  team?: string;

  @TextField({ optional: true, description: 'Of this key or token: its id.' })
  key?: string;

  @IdField({ optional: true, description: 'Of this person: whose token it was, or who owns the key.' })
  user_id?: string;

  @TextField({
    optional: true,
    max: 512,
    description: 'For this model: the name it resolved to, or what was asked for where it resolved to none.',
  })
  model?: string;

  @TextField({ optional: true, description: 'That this kind of provider served.' })
  provider?: string;

  @TextField({ optional: true, description: 'To this endpoint.', example: 'chat.completions' })
  endpoint?: string;

  @CountField({ min: 100, max: 599, fromText: true, optional: true, description: 'With this HTTP status.' })
  status?: number;

  @ChoiceField(['success', 'refused', 'failed', 'cancelled'], { optional: true, description: 'That ended so.' })
  outcome?: string;

  @TextField({ optional: true, description: 'With this `X-Request-Id`; a caller may send one several times.' })
  request_id?: string;

  @IdField({ optional: true, description: 'That came by way of this workspace.' })
  workspace_id?: string;
}

export class AuditQuery extends AuditFilterQuery {
  @CountField({ min: 1, max: 200, fromText: true, optional: true, description: 'How many at most; 50 by default.' })
  limit: number = 50;

  @TextField({ optional: true, description: '`next_cursor` of the page before.' })
  cursor?: string;
}

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export class AuditExportQuery extends AuditFilterQuery {
  @ChoiceField(EXPORT_FORMATS, {
    optional: true,
    description: 'Comma-separated values (the default), or a JSON a line.',
  })
  format: ExportFormat = 'csv';
}
