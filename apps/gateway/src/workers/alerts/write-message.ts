import type { AlertEvent, AlertMessage, AlertMessageItem, AlertRecord, AlertRuleRecord } from '@multilane/persistence';
import { describeName } from './alert-texts.js';

/** Alerts that a message lists; the others are counted. */
const MOST_LISTED = 20;
const RANKS = ['info', 'warning', 'critical'] as const;

/** One message about all alerts of a rule that began, or ended, in one evaluation. Undefined for none. */
export function writeMessage(
  event: Exclude<AlertEvent, 'test'>,
  rule: AlertRuleRecord,
  alerts: readonly AlertRecord[],
): AlertMessage | undefined {
  const [first] = alerts;
  if (first === undefined) return undefined;
  const worst = alerts.map(({ severity }) => RANKS.indexOf(severity)).reduce((left, right) => Math.max(left, right));
  const name = describeName(rule.name);
  const title = alerts.length === 1 ? first.title : `${name}: ${alerts.length} alerts`;
  return {
    event,
    title: event === 'resolved' ? `Resolved: ${title}` : title,
    severity: RANKS[worst] ?? 'warning',
    rule: { id: rule.id, name, kind: rule.kind },
    workspace_id: rule.workspaceId,
    team_id: rule.teamId,
    alerts: alerts.slice(0, MOST_LISTED).map(describeItem),
    more: Math.max(0, alerts.length - MOST_LISTED),
    link: first.link,
  };
}

function describeItem(alert: AlertRecord): AlertMessageItem {
  return {
    id: alert.id,
    title: alert.title,
    lines: alert.lines,
    link: alert.link,
    severity: alert.severity,
    subject_type: alert.subjectType,
    subject_id: alert.subjectId,
    subject_name: alert.subjectName,
    threshold: alert.threshold,
    value: alert.value,
    started_at: alert.startedAt.toISOString(),
    resolved_at: alert.resolvedAt?.toISOString() ?? null,
  };
}
