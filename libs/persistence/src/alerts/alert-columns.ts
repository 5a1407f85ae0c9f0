/** Columns of an alert, by the names of its record. */
export const ALERT_COLUMNS = `alerts.id, alerts.organization_id AS "organizationId", alerts.workspace_id AS "workspaceId",
  alerts.team_id AS "teamId", rule_id AS "ruleId", rule_name AS "ruleName", alerts.kind, severity, subject_type AS "subjectType",
  subject_id AS "subjectId", subject_name AS "subjectName", threshold, window_key AS "windowKey", value, title, lines, link, state,
  started_at AS "startedAt", seen_at AS "seenAt", resolved_at AS "resolvedAt", acknowledged_at AS "acknowledgedAt",
  acknowledged_by AS "acknowledgedBy"`;

/** Columns of a delivery with its channel. */
export const DELIVERY_COLUMNS = `deliveries.id, deliveries.organization_id AS "organizationId",
  deliveries.workspace_id AS "workspaceId", deliveries.team_id AS "teamId", channel_id AS "channelId",
  channels.name AS "channelName", channels.kind AS "channelKind", rule_id AS "ruleId", event, message, status, attempts,
  response_status AS "responseStatus", failure, deliveries.created_at AS "createdAt", attempted_at AS "attemptedAt",
  next_attempt_at AS "nextAttemptAt"`;

export const DELIVERIES = 'alert_deliveries AS deliveries JOIN alert_channels AS channels ON channels.id = channel_id';
