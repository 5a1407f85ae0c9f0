import { alerts } from '../tables/alerts.js';
import { columnsOf } from '../tables/table.js';

/** Columns of an alert, by the names of its record. */
export const ALERT_COLUMNS = columnsOf(alerts, 'alerts');

/** Columns of a delivery with its channel. */
export const DELIVERY_COLUMNS = {
  sql: `deliveries.id, deliveries.organization_id AS "organizationId",
  deliveries.workspace_id AS "workspaceId", deliveries.team_id AS "teamId", channel_id AS "channelId",
  channels.name AS "channelName", channels.kind AS "channelKind", rule_id AS "ruleId", event, message, status, attempts,
  response_status AS "responseStatus", failure, deliveries.created_at AS "createdAt", attempted_at AS "attemptedAt",
  next_attempt_at AS "nextAttemptAt"`,
  types: {
    id: 'uuid',
    organizationId: 'uuid',
    workspaceId: 'uuid?',
    teamId: 'uuid?',
    channelId: 'uuid',
    channelName: 'text',
    channelKind: 'text',
    ruleId: 'uuid?',
    event: 'text',
    message: 'jsonb',
    status: 'text',
    attempts: 'integer',
    responseStatus: 'integer?',
    failure: 'text?',
    createdAt: 'timestamptz',
    attemptedAt: 'timestamptz?',
    nextAttemptAt: 'timestamptz?',
  },
} as const;

export const DELIVERIES = 'alert_deliveries AS deliveries JOIN alert_channels AS channels ON channels.id = channel_id';
