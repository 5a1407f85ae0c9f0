import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '@multilane/persistence';
import { idAt, waitUntil } from '@multilane/testing';
import type { Company } from './make-company.js';
import { findIncident } from './outcomes.js';
import type { SeedCaller } from './seed-service.js';

/** Rules are evaluated once a minute. */
const TOLD_LIMIT_MS = 240_000;

/** A receiver of webhooks on this machine. */
export interface Receiver {
  readonly url: string;
  /** Waits until a message has come. */
  untilTold(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a receiver that takes what comes to `/hook`, and fails for everything else. */
export async function startReceiver(): Promise<Receiver> {
  let taken = 0;
  const server = createServer((request, response) => {
    const isTaken = request.url === '/hook';
    request.resume().on('end', () => {
      if (isTaken) taken += 1;
      response.writeHead(isTaken ? 204 : 503).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    untilTold: async () => {
      await waitUntil('a message of an alert', () => (taken > 0 ? true : undefined), TOLD_LIMIT_MS);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const FAILURES = 'Failed requests by provider';

/** Adds channels and the rules that use them: budgets that are nearly spent fire at the next evaluation. */
export async function addAlerts(owner: SeedCaller, { workspaces }: Company, receiver: string): Promise<void> {
  const query = `?workspace_id=${workspaces[0]?.id}`;
  const channel = async (name: string, path: string): Promise<string> => {
    const body = { name, kind: 'webhook', url: `${receiver}${path}` };
    return (await owner.call('POST', `/admin/alerts/channels${query}`, body)).id;
  };
  const onCall = await channel('On call', '/hook');
  const tickets = await channel('Ticket desk', '/gone');
  const rule = (name: string, kind: string, settings: object, channels: readonly string[]) =>
    owner.call('POST', `/admin/alerts/rules${query}`, { name, kind, settings, channel_ids: channels });
  await rule(FAILURES, 'error_rate', { percent: 10, group_by: 'provider' }, [onCall]);
  await rule('Slow first byte', 'first_byte', { p95_ms: 6_000, group_by: 'model' }, []);
  await rule('Spend out of its pattern', 'spend', { group_by: 'key', floor_usd: 3 }, [onCall]);
  await rule('Rate limits', 'rate_limited', { requests: 50 }, []);
  await rule('Keys that expire', 'expiry', { days: 14 }, [tickets]);
  await rule('Budgets', 'budget', { thresholds: [80, 100], forecast: false }, [onCall, tickets]);
}

/** Alerts that are over, by the time since last night's trouble began, in minutes. */
const PAST = [
  { before: 0, minutes: 145, percent: 62, failed: 118, requests: 190 },
  { before: 9 * 1_440 + 410, minutes: 35, percent: 18, failed: 14, requests: 78 },
  { before: 23 * 1_440 - 205, minutes: 20, percent: 12, failed: 9, requests: 75 },
];

/** Adds the alerts of last night's trouble and of two earlier ones, with their messages: they are over, so no rule finds them any more. */
export async function addAlertHistory(
  database: Database,
  { organization, workspaces }: Company,
  now: number,
): Promise<void> {
  const { from, provider } = findIncident(now);
  const { rows } = await database.sql.executeSql('SELECT id, channel_ids FROM alert_rules WHERE name = $1', [FAILURES]);
  const [rule] = rows as { id: string; channel_ids: string[] }[];
  if (rule === undefined) throw new Error(`There is no rule ${FAILURES}.`);
  const place = [organization.id, workspaces[0]?.id];
  for (const { before, failed, minutes, percent, requests } of PAST) {
    const started = new Date(from - before * 60_000 + 12 * 60_000);
    const resolved = new Date(started.getTime() + minutes * 60_000);
    const title = `${percent}% of the requests of the provider “${provider}” failed`;
    const lines = [`Failed: ${failed} of ${requests} requests (threshold 10%)`, `Where: the provider “${provider}”`];
    const id = idAt(started);
    await database.sql.executeSql(
      `INSERT INTO alerts (id, organization_id, workspace_id, rule_id, rule_name, kind, severity, subject_type, subject_id, subject_name,
         threshold, window_key, value, title, lines, state, started_at, seen_at, resolved_at)
       VALUES ($1, $2, $3, $4, $5, 'error_rate', 'critical', 'provider', $6, $6, 10, $7, $8, $9, $10, 'resolved', $11, $12, $12)`,
      [
        id,
        ...place,
        rule.id,
        FAILURES,
        provider,
        started.toISOString(),
        percent,
        title,
        JSON.stringify(lines),
        started,
        resolved,
      ],
    );
    for (const [event, at] of [
      ['firing', started],
      ['resolved', resolved],
    ] as const) {
      const item = {
        ...{ id, title, lines, link: null, severity: 'critical', threshold: 10, value: percent },
        ...{ subject_type: 'provider', subject_id: provider, subject_name: provider },
        started_at: started.toISOString(),
        resolved_at: event === 'resolved' ? resolved.toISOString() : null,
      };
      const message = {
        event,
        title: event === 'firing' ? title : `Resolved: ${title}`,
        severity: 'critical',
        rule: { id: rule.id, name: FAILURES, kind: 'error_rate' },
        ...{ workspace_id: place[1], team_id: null, alerts: [item], more: 0, link: null },
      };
      await database.sql.executeSql(
        `INSERT INTO alert_deliveries (id, organization_id, workspace_id, channel_id, rule_id, event, message, status, attempts, response_status,
           created_at, attempted_at) VALUES ($1, $2, $3, $4, $5, $6, $7, 'delivered', 1, 204, $8, $8)`,
        [idAt(at), ...place, rule.channel_ids[0], rule.id, event, JSON.stringify(message), at],
      );
    }
  }
}
