import type { GatewayConfig } from '@multilane/config';
import type { JobQueues } from '@multilane/jobs';
import type {
  AlertFinding,
  AlertMessage,
  AlertRecord,
  AlertRuleRecord,
  AlertWalk,
  Database,
  Sql,
} from '@multilane/persistence';
import type { Logger } from '@multilane/telemetry';
import { describeName } from './alert-texts.js';
import type { DeclaredBudget } from './condition-context.js';
import { type FoundCondition, findConditions, MOST_CONDITIONS } from './find-conditions.js';
import { ROLLING } from './spent-budget.js';
import { writeMessage } from './write-message.js';

export interface AlertEvaluatorOptions {
  readonly settings: () => Pick<GatewayConfig, 'budgets' | 'server' | 'teams'>;
  /** The organization of gateway.yaml, once it is known. */
  readonly ownOrganizationId: () => string | undefined;
  readonly database: Pick<
    Database,
    | 'alertMeasures'
    | 'alertWalks'
    | 'alertWork'
    | 'budgets'
    | 'inTransaction'
    | 'organizations'
    | 'policies'
    | 'replicas'
    | 'teams'
    | 'workspaces'
  >;
  readonly queues: Pick<JobQueues, 'enqueue' | 'enqueueLost' | 'wake' | 'whenReady'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly now?: () => number;
}

/** Interval between two evaluations over all processes, in milliseconds. A little less, so that timers that drift leave out no minute. */
const EVERY_MS = 58_000;
/** A turn ends here; the next one goes on behind the last rule. Milliseconds. */
const TURN_MS = 45_000;
const PAGE = 100;
/** A condition that is not found for so long is over, so that one that comes and goes is one alert. Milliseconds. */
const HOLD_MS = 5 * 60_000;
/** Kinds whose alerts end with their window, and are resolved at once. */
const WINDOWED: ReadonlySet<string> = new Set(['budget', 'expiry', 'rotation', 'regression']);
/** A delivery that is so late has lost its job. Milliseconds. */
const STALE_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
const KEEP_MS = 90 * DAY_MS;
const STALE_AT_ONCE = 500;

interface Place {
  readonly where: string;
  readonly organizationName: string;
  /** Workspace whose pages links open. */
  readonly workspaceId: string | undefined;
  readonly teamName: string | undefined;
}

/**
 * Evaluates the rules of all organizations once a minute (docs/alerts.md): one process at a time, since it takes the turn from the
 * database. What is found and what is sent is one transaction a rule, with each threshold once in its window.
 */
export class AlertEvaluator {
  constructor(private readonly options: AlertEvaluatorOptions) {}

  /** Evaluates, if it is this process's turn. */
  async evaluateInTurn(): Promise<void> {
    const turn = await this.options.database.alertWork.takeTurn(EVERY_MS);
    if (turn !== undefined) await this.evaluate(turn.after);
  }

  /** Queues lost deliveries again, and forgets what is old. */
  async lookAfter(): Promise<void> {
    const { database, queues } = this.options;
    const stale = await database.alertWork.findStale(new Date(this.now() - STALE_MS), STALE_AT_ONCE);
    await queues.enqueueLost(
      'alert.deliver',
      stale.map((id) => ({ data: { delivery_id: id } })),
    );
    await database.alertWork.removeOld(new Date(this.now() - KEEP_MS));
    await database.alertWalks.removeOld(new Date(this.now() - DAY_MS));
  }

  /** @param after the last rule of a turn that came to no end */
  private async evaluate(after: string | null): Promise<void> {
    const { alertWork } = this.options.database;
    const startedAt = performance.now();
    const places = new Map<string, Promise<Place>>();
    let last = after;
    for (;;) {
      const rules = await alertWork.listRules(last, PAGE);
      for (const rule of rules) {
        await this.evaluateSafely(rule, places);
        last = rule.id;
        if (performance.now() - startedAt > TURN_MS) {
          await alertWork.endTurn(last);
          return;
        }
      }
      if (rules.length < PAGE) break;
    }
    await alertWork.endTurn(null);
  }

  /** A rule that fails keeps no other from being evaluated. */
  private async evaluateSafely(rule: AlertRuleRecord, places: Map<string, Promise<Place>>): Promise<void> {
    const { database, logger } = this.options;
    try {
      await this.evaluateRule(rule, places);
      if (rule.problem !== null) await database.alertWork.noteProblem(rule.id, null);
    } catch (error) {
      logger.warn({ err: error, ruleId: rule.id }, 'a rule of alerts could not be evaluated');
      await database.alertWork.noteProblem(rule.id, 'The last evaluation failed. It is tried again each minute.');
    }
  }

  private async evaluateRule(rule: AlertRuleRecord, places: Map<string, Promise<Place>>): Promise<void> {
    const { database, queues } = this.options;
    const key = `${rule.organizationId} ${rule.workspaceId} ${rule.teamId}`;
    const place = await (places.get(key) ?? remember(places, key, this.findPlace(rule)));
    const findings = rule.enabled
      ? await findConditions({
          rule,
          database,
          firing: rule.kind === 'budget' ? await database.alertWork.listFiring(rule.id) : [],
          now: this.now(),
          where: place.where,
          organizationName: place.organizationName,
          declared: this.listDeclared(rule, place),
          declaredRules: this.isOwn(rule) ? this.options.settings().budgets.rules : [],
          teamName: place.teamName,
          isOperator: this.isOwn(rule),
          link: (page, search) => this.link(place.workspaceId, page, search),
        })
      : [];
    await queues.whenReady();
    const isSent = await database.inTransaction((sql) => this.store(sql, rule, findings, place));
    if (isSent) queues.wake('alert.deliver');
  }

  /** Resolves to true if there is something to send. */
  private async store(
    sql: Sql,
    rule: AlertRuleRecord,
    found: readonly FoundCondition[],
    place: Place,
  ): Promise<boolean> {
    const { alertWork } = this.options.database;
    if (!(await alertWork.lockRule(sql, rule.id))) return false;
    const findings = await this.takeNews(sql, rule, found);
    const current = await alertWork.listCurrent(
      sql,
      rule.id,
      findings.map(({ windowKey }) => windowKey),
    );
    const firing = current.filter(({ state }) => state === 'firing');
    const held = new Map<string, FoundCondition>();
    for (const alert of firing) {
      const finding = findings.find((candidate) => holds(rule, alert, candidate));
      if (finding !== undefined) held.set(alert.id, finding);
    }
    await alertWork.renew(sql, held);
    // What was not looked for may hold as well.
    const isAll = findings.length < MOST_CONDITIONS;
    const over = firing.filter((alert) => isAll && !held.has(alert.id) && this.isOver(rule, alert));
    const resolved = await alertWork.resolve(
      sql,
      over.map(({ id }) => id),
    );
    const isKnown = (finding: AlertFinding) => current.some((alert) => covers(rule, alert, finding));
    const opened = await alertWork.open(
      sql,
      rule,
      findings.filter((finding) => !isKnown(finding)),
    );
    const further = firing.flatMap((alert) => tellNews(alert, held.get(alert.id)));
    const begun = opened.map((alert) => {
      const [told = alert] = tellNews(
        alert,
        findings.find((finding) => finding.subjectId === alert.subjectId && finding.windowKey === alert.windowKey),
      );
      return told;
    });
    const sent = [
      await this.send(sql, rule, place, writeMessage('firing', rule, [...begun, ...further])),
      await this.send(sql, rule, place, writeMessage('resolved', rule, resolved)),
    ];
    return sent.includes(true);
  }

  /** Leaves out news that another process has told of, or added to: what the message of this transaction tells of, no other tells of. */
  private async takeNews(
    sql: Sql,
    rule: AlertRuleRecord,
    findings: readonly FoundCondition[],
  ): Promise<readonly FoundCondition[]> {
    const taken = new Map<AlertWalk, boolean>();
    for (const walk of new Set(findings.flatMap(({ news }) => news?.walk ?? []))) {
      taken.set(walk, await this.options.database.alertWalks.noteTold(sql, rule.id, walk, new Date(this.now())));
    }
    return findings.map(({ news, ...finding }) =>
      news !== undefined && taken.get(news.walk) === true ? { ...finding, news } : finding,
    );
  }

  private async send(
    sql: Sql,
    rule: AlertRuleRecord,
    place: Place,
    message: AlertMessage | undefined,
  ): Promise<boolean> {
    if (message === undefined) return false;
    const { database, queues } = this.options;
    const link = this.link(place.workspaceId, 'alerts', { rule: rule.id });
    const channels = await database.alertWork.listChannels(sql, rule);
    for (const channelId of channels) {
      const delivery = { channelId, ruleId: rule.id, event: message.event, message: { ...message, link } };
      const id = await database.alertWork.createDelivery(sql, rule, delivery);
      await queues.enqueue('alert.deliver', { delivery_id: id }, { within: sql, group: channelId });
    }
    return channels.length > 0;
  }

  private isOver(rule: AlertRuleRecord, { seenAt }: AlertRecord): boolean {
    return !rule.enabled || WINDOWED.has(rule.kind) || seenAt.getTime() < this.now() - HOLD_MS;
  }

  private async findPlace({ organizationId, teamId, workspaceId }: AlertRuleRecord): Promise<Place> {
    const { database } = this.options;
    const organization = await database.organizations.find(organizationId);
    const workspace = workspaceId === null ? undefined : await database.workspaces.find(organizationId, workspaceId);
    const [first] = workspaceId === null ? (await database.workspaces.listPage(organizationId, { limit: 1 })).data : [];
    const team = teamId === null ? undefined : await database.teams.find(organizationId, teamId);
    const wide =
      workspace === undefined
        ? `organization ${describeName(organization?.name ?? organizationId)}`
        : `workspace ${describeName(workspace.name)}`;
    return {
      where: team === undefined ? wide : `team ${describeName(team.name)}, ${wide}`,
      organizationName: organization?.name ?? '',
      workspaceId: workspaceId ?? first?.id,
      teamName: team?.name,
    };
  }

  /** Keys of gateway.yaml are bound to no workspace. */
  private listDeclared(rule: AlertRuleRecord, place: Place): DeclaredBudget[] {
    if (!this.isOwn(rule)) return [];
    const { teamId } = rule;
    return this.options
      .settings()
      .teams.flatMap(({ api_keys: keys, name: team }) =>
        teamId !== null && team !== place.teamName
          ? []
          : keys.flatMap(({ budget_reset_period: period, budget_usd_monthly: limit = 0, name }) =>
              limit > 0 ? [{ team, name, limit, period }] : [],
            ),
      );
  }

  /** True for rules of the whole organization of gateway.yaml. */
  private isOwn({ organizationId, workspaceId }: AlertRuleRecord): boolean {
    return workspaceId === null && organizationId === this.options.ownOrganizationId();
  }

  private link(
    workspaceId: string | undefined,
    page: string,
    search: Readonly<Record<string, string>> = {},
  ): string | null {
    const { public_base_url: base } = this.options.settings().server;
    if (base === undefined || workspaceId === undefined) return null;
    const query = new URLSearchParams(search).toString();
    const path = page.startsWith('/') ? page : `/w/${workspaceId}/${page}`;
    return `${base.replace(/\/+$/, '')}/ui${path}${query === '' ? '' : `?${query}`}`;
  }

  private now(): number {
    return this.options.now?.() ?? Date.now();
  }
}

function remember<Value>(values: Map<string, Value>, key: string, value: Value): Value {
  values.set(key, value);
  return value;
}

/** An alert that stands for many, as a message tells of those that are news; empty if there are none. */
function tellNews(alert: AlertRecord, found: FoundCondition | undefined): readonly AlertRecord[] {
  if (found?.news === undefined) return [];
  const { lines, title } = found.news;
  return [{ ...alert, lines, title }];
}

/** True if an alert that fires is still what was found: a budget may have reached a higher threshold meanwhile. */
function holds(rule: AlertRuleRecord, alert: AlertRecord, finding: AlertFinding): boolean {
  if (alert.subjectId !== finding.subjectId) return false;
  if (!WINDOWED.has(rule.kind)) return true;
  return isSameWindow(alert, finding) && alert.threshold <= finding.threshold;
}

/** True if a finding is no news: its threshold, or a higher one, has alerted in its window, or the lasting condition still fires. */
function covers(rule: AlertRuleRecord, alert: AlertRecord, finding: AlertFinding): boolean {
  if (alert.subjectId !== finding.subjectId) return false;
  if (!WINDOWED.has(rule.kind) && alert.state === 'firing') return true;
  return isSameWindow(alert, finding) && alert.threshold >= finding.threshold;
}

/** Windows that roll are one while the alert fires, and after that one a day. */
function isSameWindow({ state, windowKey }: AlertRecord, finding: AlertFinding): boolean {
  const isRolling = windowKey.startsWith(ROLLING) && finding.windowKey.startsWith(ROLLING);
  return windowKey === finding.windowKey || (isRolling && state === 'firing');
}
