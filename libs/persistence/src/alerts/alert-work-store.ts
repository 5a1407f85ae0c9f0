import { parseBoundedJson } from '@multilane/contracts';
import { SealedStore } from '../background/sealed-store.js';
import type { Sql } from '../connection/connection.js';
import { newId } from '../ids/new-id.js';
import type {
  AlertChannelRecord,
  AlertChannelSecrets,
  AlertDeliveryRecord,
  AlertDeliveryStatus,
  AlertEvent,
  AlertFinding,
  AlertMessage,
  AlertRecord,
  AlertRuleRecord,
} from '../records/alert.js';
import { alertChannelOf } from '../repositories/alert-channels.js';
import { SecretBoxError } from '../secrets/secret-box.js';
import { command, statement } from '../statements/statement.js';
import { ALERT_COLUMNS, DELIVERIES, DELIVERY_COLUMNS } from './alert-columns.js';

const RULE_COLUMNS = {
  sql: `id, organization_id AS "organizationId", workspace_id AS "workspaceId", team_id AS "teamId", name, kind, settings,
  channel_ids AS "channelIds", enabled, problem, source, created_at AS "createdAt", updated_at AS "updatedAt"`,
  types: {
    id: 'uuid',
    organizationId: 'uuid',
    workspaceId: 'uuid?',
    teamId: 'uuid?',
    name: 'text',
    kind: 'text',
    settings: 'jsonb',
    channelIds: 'jsonb',
    enabled: 'boolean',
    problem: 'text?',
    source: 'text',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
} as const;

const LONGEST_FAILURE = 300;
/** Firing alerts of a rule that are looked at. */
const MOST_FIRING = 1_000;
const BATCH = 500;

/** A turn in which one process evaluates the rules. */
export interface AlertTurn {
  /** The last rule that the turn before reached; null: it reached all. */
  readonly after: string | null;
}

/** Outcome of an attempt to deliver. */
export interface AlertAttempt {
  readonly status: AlertDeliveryStatus;
  readonly responseStatus: number | null;
  readonly failure: string | null;
  readonly nextAttemptAt: Date | null;
}

/** A delivery with all that sending takes. */
export interface AlertDeliveryToSend extends AlertDeliveryRecord {
  readonly quiet: AlertChannelRecord['quiet'];
  readonly isEnabled: boolean;
  /** True if the address is in gateway.yaml. */
  readonly isDeclared: boolean;
  /** Undefined for a declared channel, and for secrets that the encryption key does not open. */
  readonly secrets: AlertChannelSecrets | undefined;
}

const TAKE_TURN = statement<AlertTurn>(
  { after: 'uuid?' },
  `UPDATE alert_turns SET taken_at = now() WHERE id = 1 AND taken_at <= now() - make_interval(secs => $1)
   RETURNING after_rule AS after`,
);
const END_TURN = command('UPDATE alert_turns SET after_rule = $1 WHERE id = 1');
const LIST_RULES = statement<AlertRuleRecord>(
  RULE_COLUMNS.types,
  `SELECT ${RULE_COLUMNS.sql} FROM alert_rules AS rules
   WHERE ($1::uuid IS NULL OR id > $1)
     AND (enabled OR EXISTS (SELECT FROM alerts WHERE rule_id = rules.id AND state = 'firing'))
   ORDER BY id LIMIT $2`,
);
const NOTE_PROBLEM = command('UPDATE alert_rules SET problem = $2 WHERE id = $1 AND problem IS DISTINCT FROM $2');
const LOCK_RULE = command('SELECT 1 FROM alert_rules WHERE id = $1 FOR UPDATE');
const LIST_CURRENT = statement<AlertRecord>(
  ALERT_COLUMNS.types,
  `SELECT ${ALERT_COLUMNS.sql} FROM alerts WHERE rule_id = $1 AND (state = 'firing' OR window_key = ANY ($2))
   ORDER BY (state = 'firing') DESC, id LIMIT ${MOST_FIRING}`,
);
const OPEN = statement<AlertRecord>(
  ALERT_COLUMNS.types,
  `INSERT INTO alerts (id, organization_id, workspace_id, team_id, rule_id, rule_name, kind, severity, subject_type,
      subject_id, subject_name, threshold, window_key, value, title, lines, link)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
   ON CONFLICT (rule_id, subject_id, window_key, threshold) DO NOTHING RETURNING ${ALERT_COLUMNS.sql}`,
);
const RENEW = command(`UPDATE alerts SET seen_at = now(), value = found.value, lines = found.lines
   FROM unnest($1::uuid[], $2::float8[], $3::jsonb[]) AS found (id, value, lines) WHERE alerts.id = found.id`);
const RESOLVE = statement<AlertRecord>(
  ALERT_COLUMNS.types,
  `UPDATE alerts SET state = 'resolved', resolved_at = now() WHERE id = ANY ($1::uuid[]) AND state = 'firing'
   RETURNING ${ALERT_COLUMNS.sql}`,
);
const LIST_CHANNELS = statement(
  { id: 'uuid' },
  `SELECT id FROM alert_channels WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND enabled
   AND workspace_id IS NOT DISTINCT FROM $3 AND (team_id IS NULL OR team_id = $4) ORDER BY id`,
);
const CREATE_DELIVERY =
  command(`INSERT INTO alert_deliveries (id, organization_id, workspace_id, team_id, channel_id, rule_id, event, message)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`);
const FIND_DELIVERY = statement<Omit<AlertDeliveryToSend, 'secrets'> & { readonly sealed: string | null }>(
  { ...DELIVERY_COLUMNS.types, quiet: 'jsonb?', isEnabled: 'boolean', isDeclared: 'boolean', sealed: 'text?' },
  `SELECT ${DELIVERY_COLUMNS.sql}, channels.quiet, channels.enabled AS "isEnabled", channels.source = 'config' AS "isDeclared", channels.sealed
   FROM ${DELIVERIES} WHERE deliveries.id = $1`,
);
const IS_FIRING = command("SELECT 1 FROM alerts WHERE id = ANY ($1::uuid[]) AND state = 'firing' LIMIT 1");
const FIND_TOLD = statement(
  { isTold: 'boolean' },
  `SELECT status = 'delivered' OR attempts > 0 AS "isTold" FROM alert_deliveries
   WHERE channel_id = $1 AND event = 'firing' AND status <> 'skipped'
     AND EXISTS (SELECT FROM jsonb_array_elements(message -> 'alerts') AS told WHERE told ->> 'id' = ANY ($2))
   LIMIT 100`,
);
const NOTE_ATTEMPT =
  command(`UPDATE alert_deliveries SET status = $2, response_status = $3, failure = $4, next_attempt_at = $5,
         attempts = attempts + $6, attempted_at = CASE WHEN $6 = 1 THEN now() ELSE attempted_at END
   WHERE id = $1 AND status = 'pending'`);
const FIND_STALE = statement(
  { id: 'uuid' },
  `SELECT id FROM alert_deliveries WHERE status = 'pending' AND coalesce(next_attempt_at, created_at) < $1
   ORDER BY created_at LIMIT $2`,
);
const REMOVE_ALERTS = command(
  `DELETE FROM alerts WHERE id IN (SELECT id FROM alerts WHERE state = 'resolved' AND resolved_at < $1 LIMIT ${BATCH})`,
);
const REMOVE_DELIVERIES = command(`DELETE FROM alert_deliveries WHERE id IN
   (SELECT id FROM alert_deliveries WHERE created_at < $1 AND status <> 'pending' LIMIT ${BATCH})`);

/** The work of alerts: whose turn it is, what rules found, and what is sent. Not a change of anything that people manage. */
export class AlertWorkStore extends SealedStore {
  protected readonly contents = 'channels of alerts';

  /** Takes the turn of this interval, by the clock of the database. Undefined: another process has it, or had it less than `everyMs` ago. */
  async takeTurn(everyMs: number): Promise<AlertTurn | undefined> {
    const [turn] = await TAKE_TURN.rows(this.access, [everyMs / 1000]);
    return turn;
  }

  /** Notes how far a turn came; null: it reached all. */
  async endTurn(after: string | null): Promise<void> {
    await END_TURN.run(this.access, [after]);
  }

  /** Rules by their ids, behind one of them: those that are enabled, and those that were disabled with alerts that fire. */
  listRules(after: string | null, limit: number): Promise<AlertRuleRecord[]> {
    return LIST_RULES.rows(this.access, [after, limit]);
  }

  async noteProblem(ruleId: string, problem: string | null): Promise<void> {
    await NOTE_PROBLEM.run(this.access, [ruleId, problem?.slice(0, LONGEST_FAILURE) ?? null]);
  }

  /** Locks a rule until the end of the transaction. False: it is gone, and nothing is to be found. */
  async lockRule(sql: Sql, ruleId: string): Promise<boolean> {
    return LOCK_RULE.matches(sql, [ruleId]);
  }

  /** The alerts of a rule that fire, and those of the windows named. */
  async listCurrent(sql: Sql, ruleId: string, windowKeys: readonly string[]): Promise<AlertRecord[]> {
    return LIST_CURRENT.rows(sql, [ruleId, windowKeys]);
  }

  /** The alerts of a rule that fire, outside of a transaction. */
  listFiring(ruleId: string): Promise<AlertRecord[]> {
    return LIST_CURRENT.rows(this.access, [ruleId, []]);
  }

  /** Stores what was found: each threshold once in its window. Resolves to those that are new. */
  async open(sql: Sql, rule: AlertRuleRecord, findings: readonly AlertFinding[]): Promise<AlertRecord[]> {
    const opened: AlertRecord[] = [];
    for (const finding of findings) {
      const { organizationId, workspaceId, teamId, id: ruleId, name, kind } = rule;
      const rows = await OPEN.rows(sql, [
        newId(),
        organizationId,
        workspaceId,
        teamId,
        ruleId,
        name,
        kind,
        finding.severity,
        finding.subjectType,
        finding.subjectId,
        finding.subjectName,
        finding.threshold,
        finding.windowKey,
        finding.value,
        finding.title,
        JSON.stringify(finding.lines),
        finding.link,
      ]);
      opened.push(...rows);
    }
    return opened;
  }

  /** Notes that alerts still hold, with what was found last. */
  async renew(sql: Sql, held: ReadonlyMap<string, AlertFinding>): Promise<void> {
    if (held.size === 0) return;
    const findings = [...held.values()];
    await RENEW.run(sql, [
      [...held.keys()],
      findings.map(({ value }) => value),
      findings.map(({ lines }) => JSON.stringify(lines)),
    ]);
  }

  async resolve(sql: Sql, ids: readonly string[]): Promise<AlertRecord[]> {
    if (ids.length === 0) return [];
    return RESOLVE.rows(sql, [ids]);
  }

  /** The channels of a rule that are enabled and belong where it does. */
  async listChannels(sql: Sql, rule: AlertRuleRecord): Promise<readonly string[]> {
    if (rule.channelIds.length === 0) return [];
    const rows = await LIST_CHANNELS.rows(sql, [rule.organizationId, rule.channelIds, rule.workspaceId, rule.teamId]);
    return rows.map(({ id }) => id);
  }

  /** Stores a message to a channel in the transaction of what it tells of. Resolves to its id. */
  async createDelivery(
    sql: Sql,
    place: Pick<AlertRuleRecord, 'organizationId' | 'workspaceId' | 'teamId'>,
    {
      channelId,
      event,
      message,
      ruleId,
    }: {
      readonly channelId: string;
      readonly ruleId: string | null;
      readonly event: AlertEvent;
      readonly message: AlertMessage;
    },
  ): Promise<string> {
    const id = newId();
    await CREATE_DELIVERY.run(sql, [
      id,
      place.organizationId,
      place.workspaceId,
      place.teamId,
      channelId,
      ruleId,
      event,
      JSON.stringify(message),
    ]);
    return id;
  }

  /** A delivery with the address of its channel. @throws SecretBoxError without an encryption key */
  async findDelivery(id: string): Promise<AlertDeliveryToSend | undefined> {
    const [row] = await FIND_DELIVERY.rows(this.access, [id]);
    if (row === undefined) return undefined;
    const { sealed, ...delivery } = row;
    return {
      ...delivery,
      secrets: sealed === null ? undefined : this.openAddress(sealed, alertChannelOf(row.channelId)),
    };
  }

  /** Secrets that the key does not open are those of another key: the delivery says so. */
  private openAddress(sealed: string, purpose: string): AlertChannelSecrets | undefined {
    const box = this.boxOrThrow();
    try {
      return parseBoundedJson(box.open(sealed, purpose)) as AlertChannelSecrets;
    } catch (error) {
      if (error instanceof SecretBoxError) return undefined;
      throw error;
    }
  }

  /** True if one of these alerts fires. */
  async isFiring(alertIds: readonly string[]): Promise<boolean> {
    return IS_FIRING.matches(this.access, [alertIds]);
  }

  /** Tells how far a channel has been told that these alerts fire; `waiting`: a message about them has not been attempted. */
  async findTold(channelId: string, alertIds: readonly string[]): Promise<'told' | 'waiting' | 'never'> {
    const rows = await FIND_TOLD.rows(this.access, [channelId, alertIds]);
    if (rows.some(({ isTold }) => isTold)) return 'told';
    return rows.length > 0 ? 'waiting' : 'never';
  }

  /** Records what came of an attempt; `counts` is false for one that was put off without being made. */
  async noteAttempt(
    id: string,
    { failure, nextAttemptAt, responseStatus, status }: AlertAttempt,
    counts = true,
  ): Promise<void> {
    await NOTE_ATTEMPT.run(this.access, [
      id,
      status,
      responseStatus,
      failure?.slice(0, LONGEST_FAILURE) ?? null,
      nextAttemptAt?.toISOString() ?? null,
      counts ? 1 : 0,
    ]);
  }

  /** Pending deliveries that should have been attempted by a moment: their jobs may be lost. */
  async findStale(before: Date, limit: number): Promise<string[]> {
    const rows = await FIND_STALE.rows(this.access, [before.toISOString(), limit]);
    return rows.map(({ id }) => id);
  }

  /** Forgets some resolved alerts and ended deliveries from before a moment. */
  async removeOld(before: Date): Promise<void> {
    const at = [before.toISOString()];
    await REMOVE_ALERTS.run(this.access, at);
    await REMOVE_DELIVERIES.run(this.access, at);
  }
}
