import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { parseBudgetRuleEntry, parseConfig } from '@multilane/config';
import { readAlertSettings } from '@multilane/contracts';
import { type JobQueues, openJobQueues } from '@multilane/jobs';
import {
  type AlertKind,
  type AlertRuleRecord,
  type DatabaseWithSecrets,
  newId,
  openDatabase,
  SecretBox,
} from '@multilane/persistence';
import { credentialAccount, partAccount, periodAt, readBudgetRule } from '@multilane/policy';
import { auditLine, auditLines, testDatabases, testEncryptionKey, waitUntil } from '@multilane/testing';
import { AlertEvaluator, type AlertEvaluatorOptions } from '../../../src/workers/alerts/alert-evaluator.js';
import { AlertSender, type AlertSenderOptions } from '../../../src/workers/alerts/alert-sender.js';

const LIMIT_MS = 90_000;
const ACTOR = { type: 'system', id: null, name: 'test' } as const;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface Arrived {
  readonly type: string;
  readonly data: {
    readonly title: string;
    readonly rule: { readonly id: string };
    readonly alerts: readonly { readonly title: string; readonly lines: readonly string[]; readonly link: string }[];
    readonly more: number;
  };
}

describe.each([...testDatabases()])('rules of alerts on $name', (kind) => {
  let database: DatabaseWithSecrets;
  let queues: JobQueues;
  let receiver: Server;
  let organizationId: string;
  let workspaceId: string;
  let teamId: string;
  const arrived: Arrived[] = [];
  const senders: AlertSender[] = [];
  const { config } = parseConfig(
    'network: { allow_private: ["127.0.0.1/32"] }\nserver: { public_base_url: "https://ai.example.com" }\n',
    { env: {}, sourceName: 'test.yaml' },
  );

  beforeAll(async () => {
    const secretBox = SecretBox.fromKeys(testEncryptionKey(7));
    const location = await kind.create();
    database = await openDatabase({ ...location, secretBox });
    await database.migrate();
    queues = openJobQueues({
      database: { executeSql: database.sql.executeSql, listenUrl: 'url' in location ? location.url : undefined },
      onProblem: () => undefined,
    });
    const made = await database.change(ACTOR, async ({ organizations, teams, workspaces }) => {
      const organization = await organizations.create({ name: 'acme' });
      const workspace = await workspaces.create(organization.id, { name: 'Production' });
      return { organization, workspace, team: await teams.create(organization.id, { name: 'search' }) };
    });
    [organizationId, workspaceId, teamId] = [made.organization.id, made.workspace.id, made.team.id];
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        arrived.push(JSON.parse(Buffer.concat(chunks).toString()));
        response.end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const sender = new AlertSender({
      settings: () => config,
      store: database.alertWork,
      queues,
      metrics: { alerts: { recordDelivery: () => undefined } },
    } as unknown as AlertSenderOptions);
    senders.push(sender);
    sender.startWorking();
  }, LIMIT_MS);

  afterEach(async () => {
    const { data } = await database.alertRules.listPage(organizationId, { limit: 100 });
    for (const { id } of data) await database.change(ACTOR, ({ alertRules }) => alertRules.remove(organizationId, id));
  });

  afterAll(async () => {
    await queues?.stopWork();
    await queues?.close();
    for (const sender of senders) await sender.close();
    await new Promise((resolve) => receiver?.close(resolve));
    await database?.close();
    await kind.stop();
  }, LIMIT_MS);

  const evaluator = (
    now?: () => number,
    own = organizationId,
    seen: AlertEvaluatorOptions['database'] = database,
  ): AlertEvaluator =>
    new AlertEvaluator({
      settings: () => config,
      ownOrganizationId: () => own,
      database: seen,
      queues,
      logger: { warn: () => undefined },
      ...(now !== undefined && { now }),
    } as unknown as AlertEvaluatorOptions);

  /** Makes it anybody's turn, and takes it. */
  const evaluate = async (now?: () => number, own?: string): Promise<void> => {
    await database.sql.executeSql("UPDATE alert_turns SET taken_at = 'epoch'");
    await evaluator(now, own).evaluateInTurn();
  };

  const makeRule = async (
    ruleKind: AlertKind,
    settings: Record<string, unknown> = {},
    place: Partial<Pick<AlertRuleRecord, 'workspaceId' | 'teamId'>> = {},
  ): Promise<AlertRuleRecord> => {
    const { port } = receiver.address() as AddressInfo;
    const read = readAlertSettings(ruleKind, settings);
    if ('problem' in read) throw new Error(read.problem.message);
    const own = { workspaceId, teamId: null, ...place };
    return database.change(ACTOR, async ({ alertChannels, alertRules }) => {
      const channel = await alertChannels.create(organizationId, {
        ...own,
        name: 'hook',
        kind: 'webhook',
        hint: 'http://127.0.0.1',
        quiet: null,
        enabled: true,
        secrets: { url: `http://127.0.0.1:${port}/`, secret: `whsec_${Buffer.alloc(32).toString('base64')}` },
      });
      const values = { ...own, name: 'rule', kind: ruleKind, channelIds: [channel.id], enabled: true };
      return alertRules.create(organizationId, { ...values, settings: read.settings });
    });
  };

  const makeKey = (name: string, budgetUsd: number, more: object = {}): Promise<string> =>
    database.change(ACTOR, async ({ credentials }) => {
      const values = {
        kind: 'api_key',
        name,
        hint: 'ml-…1',
        hash: createHash('sha256').update(name).digest('hex'),
        teamId,
        workspaceId,
        budgetUsd,
      };
      return (await credentials.create(organizationId, { ...values, ...more } as never)).id;
    });

  const spend = async (keyId: string, amount: number): Promise<void> => {
    await database.sql.executeSql(
      `INSERT INTO budget_accounts (account, period_start, spent) VALUES ($1, $2, $3)
       ON CONFLICT (account, period_start) DO UPDATE SET spent = excluded.spent`,
      [credentialAccount(keyId, 'monthly'), new Date(periodAt('monthly', Date.now()).startsAt).toISOString(), amount],
    );
  };

  const arrivedOf = ({ id }: AlertRuleRecord): Arrived[] => arrived.filter(({ data }) => data.rule.id === id);
  const titles = (rule: AlertRuleRecord): string[] => arrivedOf(rule).map(({ data, type }) => `${type}: ${data.title}`);
  const arrive = (rule: AlertRuleRecord, count: number): Promise<true> =>
    waitUntil(`${count} messages`, async () => (arrivedOf(rule).length >= count ? (true as const) : undefined), 30_000);
  const listAlerts = async (rule: AlertRuleRecord) =>
    (await database.alerts.listPage(organizationId, { limit: 100, filters: { ruleId: rule.id } })).data;

  it(
    'alert once for each threshold of a budget, and say when it is raised',
    async () => {
      const keyId = await makeKey('search-prod', 10);
      const rule = await makeRule('budget', { thresholds: [50, 80, 100], forecast: false });
      await spend(keyId, 4.99);
      await evaluate();
      expect(await listAlerts(rule)).toEqual([]);
      // From below the first threshold beyond the second: only the higher one is told.
      await spend(keyId, 8.3);
      await evaluate();
      await evaluate();
      await arrive(rule, 1);
      const [message] = arrivedOf(rule);
      expect(titles(rule)).toEqual(['alert.firing: The budget of key search-prod is spent to 83%']);
      expect(message?.data.alerts[0]?.lines).toEqual([
        'Spent: $8.30 of $10.00 (83%)',
        'Where: key search-prod, team search, workspace Production',
        expect.stringMatching(/^Since: \d{4}-\d\d-01 00:00 UTC$/),
        expect.stringMatching(/^Starts from zero: /),
        'Threshold: 80%',
      ]);
      expect(message?.data.alerts[0]?.link).toBe(`https://ai.example.com/ui/w/${workspaceId}/budgets?scope=api_key`);
      await spend(keyId, 10);
      await evaluate();
      await arrive(rule, 2);
      await database.change(ACTOR, ({ credentials }) => credentials.update(organizationId, keyId, { budgetUsd: 100 }));
      await evaluate();
      await arrive(rule, 3);
      expect(titles(rule).slice(1)).toEqual([
        'alert.firing: The budget of key search-prod is spent to 100%',
        'alert.resolved: Resolved: rule: 2 alerts',
      ]);
      expect((await listAlerts(rule)).map(({ state, threshold }) => [threshold, state])).toEqual([
        [100, 'resolved'],
        [80, 'resolved'],
      ]);
      // A threshold that is reached again in the same period is no news.
      await spend(keyId, 85);
      await evaluate();
      expect((await listAlerts(rule)).length).toBe(2);
      await database.change(ACTOR, ({ credentials }) => credentials.remove(organizationId, keyId));
    },
    LIMIT_MS,
  );

  it(
    'are one message for what is found together, and keep to their workspace and team',
    async () => {
      const inTeam = await makeKey('in-team', 10);
      const second = await makeKey('second', 10);
      const elsewhere = await makeKey('elsewhere', 10, { workspaceId: null });
      for (const id of [inTeam, second, elsewhere]) await spend(id, 9);
      const rule = await makeRule('budget', { thresholds: [80], forecast: false });
      await evaluate();
      await arrive(rule, 1);
      expect(titles(rule)).toEqual(['alert.firing: rule: 2 alerts']);
      expect((await listAlerts(rule)).map(({ subjectName }) => subjectName).sort()).toEqual(['in-team', 'second']);
      const other = await database.change(ACTOR, ({ teams }) => teams.create(organizationId, { name: 'ads' }));
      const ofOther = await makeRule('budget', { thresholds: [80], forecast: false }, { teamId: other.id });
      const ofAll = await makeRule('budget', { thresholds: [80], forecast: false }, { workspaceId: null });
      await evaluate();
      expect(await listAlerts(ofOther)).toEqual([]);
      expect((await listAlerts(ofAll)).length).toBe(3);
      for (const id of [inTeam, second, elsewhere]) {
        await database.change(ACTOR, ({ credentials }) => credentials.remove(organizationId, id));
      }
    },
    LIMIT_MS,
  );

  it(
    'tell of names that are cut amid a character',
    async () => {
      const start = newId().padEnd(119, 'k');
      const keyId = await makeKey(`${start}😀 of everybody`, 10);
      await spend(keyId, 9);
      const rule = await makeRule('budget', { thresholds: [80], forecast: false });
      await evaluate();
      expect((await database.alertRules.find(organizationId, rule.id))?.problem).toBeNull();
      expect((await listAlerts(rule)).map(({ subjectName }) => subjectName)).toEqual([`${start}…`]);
      await arrive(rule, 1);
      await database.change(ACTOR, ({ credentials }) => credentials.remove(organizationId, keyId));
    },
    LIMIT_MS,
  );

  it(
    'end no alert while more hold than one evaluation finds',
    async () => {
      const keys: string[] = [];
      while (keys.length < 200) keys.push(await makeKey(newId(), 10));
      for (const id of keys) await spend(id, 9);
      const rule = await makeRule('budget', { thresholds: [80], forecast: false });
      const count = async () => {
        const text =
          'SELECT state, count(*)::int AS alerts FROM alerts WHERE rule_id = $1 GROUP BY state ORDER BY state';
        return (await database.sql.executeSql(text, [rule.id])).rows;
      };
      await evaluate();
      const more = await makeKey(newId(), 10);
      await spend(more, 9.5);
      await evaluate();
      expect(await count()).toEqual([{ state: 'firing', alerts: 201 }]);
      for (const id of [more, ...keys.slice(1)]) await spend(id, 1);
      await evaluate();
      expect(await count()).toEqual([
        { state: 'firing', alerts: 1 },
        { state: 'resolved', alerts: 200 },
      ]);
      for (const id of [more, ...keys]) {
        await database.change(ACTOR, ({ credentials }) => credentials.remove(organizationId, id));
      }
    },
    LIMIT_MS,
  );

  it(
    'are evaluated by one of several processes, once a minute, and never told twice',
    async () => {
      const keyId = await makeKey('raced', 10);
      await spend(keyId, 9);
      const rule = await makeRule('budget', { thresholds: [80], forecast: false });
      await database.sql.executeSql("UPDATE alert_turns SET taken_at = 'epoch'");
      await Promise.all(Array.from({ length: 5 }, () => evaluator().evaluateInTurn()));
      await arrive(rule, 1);
      const { rows } = await database.sql.executeSql('SELECT 1 FROM alert_deliveries WHERE rule_id = $1', [rule.id]);
      expect([rows.length, (await listAlerts(rule)).length]).toEqual([1, 1]);
      // A process that took no turn, such as one that slept for a minute, finds what is stored.
      await evaluate();
      expect(arrivedOf(rule).length).toBe(1);
      await database.change(ACTOR, ({ credentials }) => credentials.remove(organizationId, keyId));
    },
    LIMIT_MS,
  );

  /** A budget rule that only counts, of the workspace. */
  const makeBudgetRule = async (name: string, fields: object) => {
    const definition = {
      amount: 10,
      unit: 'usd',
      window: 'day',
      rolling: true,
      time_zone: 'UTC',
      week_start: 'monday',
      fiscal_year_start: 1,
      carry_over: false,
      action: 'alert',
      include_media: false,
      ...fields,
    };
    const policy = await database.change(ACTOR, ({ policies }) =>
      policies.create(organizationId, { kind: 'budget', workspaceId, name, definition, enabled: true } as never),
    );
    const { entry } = parseBudgetRuleEntry({ ...definition, name } as never);
    if (entry === undefined) throw new Error('the rule must be readable');
    const place = { id: policy.id, isDeclared: false, organization: organizationId, workspaceId };
    const { account, settings } = readBudgetRule(entry, place);
    return {
      charge: (part: string, amount: number) =>
        database.sql.executeSql('INSERT INTO budget_accounts (account, period_start, spent) VALUES ($1, $2, $3)', [
          partAccount(account, part),
          new Date(settings.window.boundsAt(Date.now()).startsAt).toISOString(),
          amount,
        ]),
      /** Charges customers from one number to another at once, by default in the window that runs. */
      chargeMany: (from: number, to: number, amount: number, bounds = settings.window.boundsAt(Date.now())) =>
        database.sql.executeSql(
          `INSERT INTO budget_accounts (account, period_start, spent)
           SELECT $1 || ':c' || n, $2, $5 FROM generate_series($3::int, $4::int) AS n
               ON CONFLICT (account, period_start) DO UPDATE SET spent = excluded.spent`,
          [account, new Date(bounds.startsAt).toISOString(), from, to, amount],
        ),
      before: () => settings.window.boundsBefore(Date.now()),
      changeAmount: (amount: number) =>
        database.change(ACTOR, ({ policies }) =>
          policies.update(organizationId, policy.id, { definition: { ...definition, amount } }),
        ),
      remove: () => database.change(ACTOR, ({ policies }) => policies.remove(organizationId, policy.id)),
    };
  };

  /** Accounts that the messages of a rule tell of, by the kind of alert: each by itself, and the counts of groups. */
  const countTold = (rule: AlertRuleRecord): { readonly alone: number; readonly groups: readonly string[] } => {
    const told = arrivedOf(rule).filter(({ type }) => type === 'alert.firing');
    const groups = told.flatMap(({ data }) => data.alerts.filter(({ lines }) => lines[0]?.startsWith('Budgets: ')));
    const all = told.reduce((sum, { data }) => sum + data.alerts.length + data.more, 0);
    return { alone: all - groups.length, groups: groups.map(({ title }) => title) };
  };

  it(
    'tell of each of thousands of customers once, of most of them in groups',
    async () => {
      const MINUTES = 60_000;
      const start = Date.now();
      const { chargeMany, remove } = await makeBudgetRule('many', {
        scope: 'customer',
        rolling: false,
        window: 'total',
      });
      await chargeMany(1, 6_000, 1);
      await chargeMany(1, 3_000, 8.5);
      await chargeMany(1, 400, 12);
      const rule = await makeRule('budget', { thresholds: [50, 80, 100], forecast: false });
      await evaluate();
      await arrive(rule, 1);
      expect(countTold(rule)).toEqual({
        alone: 100,
        groups: [
          '2,600 budgets of customers of rule many are spent to 80%',
          '300 budgets of customers of rule many are spent to 100%',
        ],
      });
      expect(arrivedOf(rule)[0]?.data.alerts[1]?.lines).toEqual([
        'Budgets: 300, of $10.00 each',
        expect.stringMatching(/^Largest: (c\d+ \(\$12\.00, 120%\)(; |$)){5}/),
        'Where: workspace Production',
        'Threshold: 100%',
      ]);
      // Nothing is told twice, and what is new within a quarter of an hour is told together.
      await evaluate();
      await chargeMany(5_001, 5_040, 9);
      await evaluate(() => start + MINUTES);
      await chargeMany(5_041, 5_050, 9);
      await chargeMany(2_001, 2_007, 11);
      await evaluate(() => start + 2 * MINUTES);
      expect(arrivedOf(rule)).toHaveLength(1);
      await evaluate(() => start + 16 * MINUTES);
      await arrive(rule, 2);
      await evaluate(() => start + 17 * MINUTES);
      expect(countTold(rule).groups.slice(2)).toEqual([
        '50 more budgets of customers of rule many are spent to 80%',
        '7 more budgets of customers of rule many are spent to 100%',
      ]);
      expect(countTold(rule).alone).toBe(100);
      // Those that alert by themselves go on, whichever others spend more.
      await chargeMany(5_101, 5_300, 100);
      await evaluate(() => start + 18 * MINUTES);
      expect(arrivedOf(rule).filter(({ type }) => type === 'alert.resolved')).toEqual([]);
      await remove();
      await evaluate(() => start + 19 * MINUTES);
      expect((await listAlerts(rule)).every(({ state }) => state === 'resolved')).toBe(true);
    },
    LIMIT_MS,
  );

  it(
    'go on where an evaluation ended that had looked at as many customers as one may',
    async () => {
      const start = Date.now();
      const { chargeMany, remove } = await makeBudgetRule('more', {
        scope: 'customer',
        rolling: false,
        window: 'total',
      });
      await chargeMany(1, 24_000, 9);
      const rule = await makeRule('budget', { thresholds: [80], forecast: false });
      await evaluate();
      await arrive(rule, 1);
      await evaluate(() => start + 16 * 60_000);
      await arrive(rule, 2);
      await evaluate(() => start + 32 * 60_000);
      expect(arrivedOf(rule)).toHaveLength(2);
      const counts = countTold(rule).groups.map((title) => Number(title.split(' ')[0]?.replaceAll(',', '')));
      expect(counts).toHaveLength(2);
      expect(counts[0]).toBeLessThanOrEqual(20_000);
      expect(countTold(rule).alone + counts.reduce((sum, count) => sum + count, 0)).toBe(24_000);
      await remove();
    },
    LIMIT_MS,
  );

  it(
    'tell of customers that were found before the amount of their rule changed',
    async () => {
      const start = Date.now();
      const { changeAmount, chargeMany, remove } = await makeBudgetRule('raised', {
        scope: 'customer',
        rolling: false,
        window: 'total',
      });
      await chargeMany(1, 300, 9);
      await chargeMany(301, 340, 1);
      const rule = await makeRule('budget', { thresholds: [80], forecast: false });
      await evaluate();
      await arrive(rule, 1);
      await chargeMany(301, 340, 9);
      await evaluate(() => start + MINUTE_MS);
      await changeAmount(10.5);
      await evaluate(() => start + 2 * MINUTE_MS);
      await evaluate(() => start + 3 * MINUTE_MS);
      await evaluate(() => start + 20 * MINUTE_MS);
      await arrive(rule, 2);
      expect(countTold(rule)).toEqual({
        alone: 100,
        groups: [
          '200 budgets of customers of rule raised are spent to 80%',
          '40 more budgets of customers of rule raised are spent to 80%',
        ],
      });
      await remove();
    },
    LIMIT_MS,
  );

  it(
    'find customers beyond a threshold behind a hundred that carried more over',
    async () => {
      const { before, chargeMany, remove } = await makeBudgetRule('carried', {
        scope: 'customer',
        rolling: false,
        window: 'year',
        carry_over: true,
      });
      await chargeMany(1, 100, 0, before());
      await chargeMany(1, 100, 9);
      await chargeMany(101, 250, 8.9);
      const rule = await makeRule('budget', { thresholds: [80], forecast: false });
      await evaluate();
      await arrive(rule, 1);
      expect(countTold(rule)).toEqual({
        alone: 0,
        groups: ['150 budgets of customers of rule carried are spent to 80%'],
      });
      await remove();
    },
    LIMIT_MS,
  );

  /** The database as a process sees it that another one overtakes once: just before it does something. */
  const overtaken = (at: 'note' | 'inTransaction', meanwhile: () => Promise<void>): DatabaseWithSecrets => {
    let isOver = false;
    const once = async (): Promise<void> => {
      if (isOver) return;
      isOver = true;
      await meanwhile();
    };
    const alertWalks = Object.create(database.alertWalks, {
      note: {
        value: async (...given: Parameters<typeof database.alertWalks.note>) => {
          if (at === 'note') await once();
          return database.alertWalks.note(...given);
        },
      },
    });
    const inTransaction: typeof database.inTransaction = async (work) => {
      if (at === 'inTransaction') await once();
      return database.inTransaction(work);
    };
    return Object.create(database, {
      alertWalks: { value: alertWalks },
      inTransaction: { value: inTransaction },
    }) as DatabaseWithSecrets;
  };

  it.each(['note', 'inTransaction'] as const)(
    'tell of each of many customers once where another process overtakes a slow one before its %s',
    async (at) => {
      const start = Date.now();
      const name = `overtaken ${at}`;
      const fields = { scope: 'customer', rolling: false, window: 'total' };
      const { chargeMany, remove } = await makeBudgetRule(name, fields);
      await chargeMany(1, 300, 9);
      await chargeMany(301, 340, 1);
      const rule = await makeRule('budget', { thresholds: [80], forecast: false });
      const slow = async (meanwhile: () => Promise<void>): Promise<void> => {
        await database.sql.executeSql("UPDATE alert_turns SET taken_at = 'epoch'");
        const later = () => start + 16 * MINUTE_MS;
        await evaluator(later, organizationId, overtaken(at, meanwhile)).evaluateInTurn();
      };
      await slow(() => evaluate(() => start));
      await chargeMany(301, 320, 9);
      await slow(async () => {
        await chargeMany(321, 340, 9);
        await evaluate(() => start + 32 * MINUTE_MS);
      });
      for (const minutes of [48, 64]) await evaluate(() => start + minutes * MINUTE_MS);
      await arrive(rule, 2);
      const { rows } = await database.sql.executeSql('SELECT 1 FROM alert_deliveries WHERE rule_id = $1', [rule.id]);
      await arrive(rule, rows.length);
      const { alone, groups } = countTold(rule);
      const counts = groups.map((title) => Number(title.split(' ')[0]));
      expect([alone, counts.reduce((sum, count) => sum + count, 0)]).toEqual([100, 240]);
      expect(arrivedOf(rule).filter(({ type }) => type === 'alert.resolved')).toEqual([]);
      await remove();
    },
    LIMIT_MS,
  );

  it(
    'look at budgets as rules, each apart and in windows that roll',
    async () => {
      const { charge, remove } = await makeBudgetRule('customers', { scope: 'customer' });
      await charge('acme', 9);
      await charge('small', 1);
      const rule = await makeRule('budget', { thresholds: [80], forecast: false });
      await evaluate();
      await evaluate();
      expect((await listAlerts(rule)).map(({ lines, subjectName, title }) => [subjectName, title, lines[0]])).toEqual([
        [
          'customers: acme',
          'The budget of rule customers for customer acme is spent to 90%',
          'Spent: $9.00 of $10.00 (90%)',
        ],
      ]);
      const elsewhere = await makeRule('budget', { thresholds: [80], forecast: false }, { teamId });
      await evaluate();
      expect(await listAlerts(elsewhere)).toEqual([]);
      await remove();
    },
    LIMIT_MS,
  );

  it(
    'of a team look at its own part of budgets as rules, and at no other',
    async () => {
      const { charge, remove } = await makeBudgetRule('teams', { scope: 'team' });
      await charge(teamId, 9);
      await charge(newId(), 9);
      const rule = await makeRule('budget', { thresholds: [80], forecast: false }, { teamId });
      await evaluate();
      const found = await listAlerts(rule);
      await remove();
      expect(found.map(({ subjectName }) => subjectName)).toEqual([`teams: ${teamId}`]);
    },
    LIMIT_MS,
  );

  it(
    'forecast the end of a budget once in its period',
    async () => {
      const { endsAt, startsAt } = periodAt('monthly', Date.now());
      const keyId = await makeKey('forecast', 10);
      await spend(keyId, 4);
      const rule = await makeRule('budget', { thresholds: [100], forecast: true });
      const third = () => startsAt + (endsAt - startsAt) / 3;
      await evaluate(third);
      await evaluate(third);
      expect((await listAlerts(rule)).map(({ title }) => title)).toEqual([
        expect.stringMatching(/^The budget of key forecast will be spent on \d{4}-/),
      ]);
      await database.change(ACTOR, ({ credentials }) => credentials.remove(organizationId, keyId));
    },
    LIMIT_MS,
  );

  const record = async (count: number, at: number, fields: object): Promise<void> => {
    const place = { organization_id: organizationId, workspace_id: workspaceId, team_id: teamId, team: 'search' };
    const lines = Array.from({ length: count }, () => auditLine({ ...place, ...fields }, new Date(at)));
    await database.storeAuditRecords(auditLines(lines));
  };

  it(
    'find errors and slow requests of the last minutes, and their end',
    async () => {
      const now = Date.now();
      const model = { logical_name: 'gpt-4o', provider: 'openai', duration_ms: 9_000, time_to_first_byte_ms: 4_000 };
      await record(15, now - MINUTE_MS, model);
      const failure = { outcome: 'failed', status: 502, error_code: 'provider_error' };
      await record(10, now - MINUTE_MS, { ...model, ...failure });
      const rules = [
        await makeRule('error_rate', { percent: 25, group_by: 'model' }),
        await makeRule('latency', { p95_ms: 5_000 }),
        await makeRule('first_byte', { p95_ms: 2_000, group_by: 'provider', value: 'openai' }),
        await makeRule('error_rate', { percent: 50 }),
        await makeRule('error_rate', { percent: 25, min_requests: 26 }),
        await makeRule('error_rate', { percent: 25 }, { teamId }),
      ];
      await evaluate();
      const found = await Promise.all(rules.map(listAlerts));
      expect(found.map((alerts) => alerts.map(({ title }) => title))).toEqual([
        ['40% of the requests of model gpt-4o, workspace Production failed'],
        [expect.stringMatching(/^The 95th percentile of the duration of workspace Production is /)],
        [expect.stringMatching(/^The 95th percentile of the time to the first byte of provider openai, workspace/)],
        [],
        [],
        ['40% of the requests of team search, workspace Production failed'],
      ]);
      const [first] = rules;
      if (first === undefined) throw new Error('there is a first rule');
      // It is over when it was not found for five minutes.
      const later = now + 60 * MINUTE_MS;
      await database.sql.executeSql(`UPDATE alerts SET seen_at = '${new Date(later - 4 * MINUTE_MS).toISOString()}'`);
      await evaluate(() => later);
      expect((await listAlerts(first)).map(({ state }) => state)).toEqual(['firing']);
      await evaluate(() => later + 2 * MINUTE_MS);
      expect((await listAlerts(first)).map(({ state }) => state)).toEqual(['resolved']);
    },
    LIMIT_MS,
  );

  it(
    'find spend out of its pattern, beside the same hours of earlier weeks',
    async () => {
      const hour = Math.floor((Date.now() - 5 * MINUTE_MS) / 3_600_000) * 3_600_000;
      const paid = (week: number, cost: number) =>
        record(1, hour - week * 7 * DAY_MS, { logical_name: 'spender', cost_usd: cost });
      for (const [week, cost] of [2, 2.2, 1.8, 2.1].entries()) await paid(week + 1, cost);
      const rule = await makeRule('spend', { floor_usd: 1, group_by: 'model', value: 'spender' });
      await paid(0, 2.5);
      await evaluate();
      expect(await listAlerts(rule)).toEqual([]);
      await paid(0, 7.5);
      await evaluate();
      expect(await listAlerts(rule)).toEqual([
        expect.objectContaining({
          subjectId: 'spender',
          value: 10,
          title: expect.stringContaining('is out of its pattern: $10.00 in an hour'),
        }),
      ]);
    },
    LIMIT_MS,
  );

  it(
    'find the group that fails among more groups than one evaluation looks at',
    async () => {
      const at = Date.now() - MINUTE_MS;
      const place = { organization_id: organizationId, workspace_id: workspaceId, team_id: teamId, team: 'search' };
      const names = Array.from({ length: 200 }, (_, index) => `fine-${index}`);
      const fine = names.flatMap((name) => [name, name]).map((name) => ({ ...place, logical_name: name }));
      const failing = { ...place, logical_name: 'fails', outcome: 'failed', status: 502, error_code: 'provider_error' };
      const lines = [...fine, failing].map((fields) => auditLine(fields, new Date(at)));
      await database.storeAuditRecords(auditLines(lines));
      const rule = await makeRule('error_rate', { percent: 90, min_requests: 1, group_by: 'model' });
      await evaluate();
      expect((await listAlerts(rule)).map(({ subjectName }) => subjectName)).toEqual(['fails']);
    },
    LIMIT_MS,
  );

  it(
    'find what expires, and say no more when it is extended',
    async () => {
      const soon = new Date(Date.now() + 3 * DAY_MS);
      const keyId = await makeKey('old', 0, { expiresAt: soon });
      const rule = await makeRule('expiry', { days: 7 });
      await evaluate();
      expect((await listAlerts(rule)).map(({ state, subjectName, value }) => [subjectName, value, state])).toEqual([
        ['old', expect.any(Number), 'firing'],
      ]);
      const later = new Date(Date.now() + 90 * DAY_MS);
      await database.change(ACTOR, ({ credentials }) =>
        credentials.update(organizationId, keyId, { expiresAt: later }),
      );
      await evaluate();
      expect((await listAlerts(rule)).map(({ state }) => state)).toEqual(['resolved']);
    },
    LIMIT_MS,
  );

  it(
    'that are switched off resolve their alerts, and say so',
    async () => {
      const keyId = await makeKey('switched', 10);
      await spend(keyId, 9);
      const rule = await makeRule('budget', { thresholds: [80], forecast: false });
      await evaluate();
      await arrive(rule, 1);
      await database.change(ACTOR, ({ alertRules }) => alertRules.update(organizationId, rule.id, { enabled: false }));
      await evaluate();
      await arrive(rule, 2);
      expect(titles(rule)[1]).toBe('alert.resolved: Resolved: The budget of key switched is spent to 90%');
      await database.change(ACTOR, ({ credentials }) => credentials.remove(organizationId, keyId));
    },
    LIMIT_MS,
  );

  it(
    'that cannot be evaluated say so, and keep no other from it',
    async () => {
      const keyId = await makeKey('beside', 10);
      await spend(keyId, 9);
      const broken = await makeRule('budget', { thresholds: [80] });
      await database.sql.executeSql(`UPDATE alert_rules SET settings = '{"thresholds": null}' WHERE id = $1`, [
        broken.id,
      ]);
      const fine = await makeRule('budget', { thresholds: [80], forecast: false });
      await evaluate();
      expect((await database.alertRules.find(organizationId, broken.id))?.problem).toContain('failed');
      expect((await listAlerts(fine)).length).toBe(1);
      await database.change(ACTOR, ({ alertRules }) =>
        alertRules.update(organizationId, broken.id, { settings: { thresholds: [99], forecast: false } }),
      );
      await evaluate();
      expect((await database.alertRules.find(organizationId, broken.id))?.problem).toBeNull();
      await database.change(ACTOR, ({ credentials }) => credentials.remove(organizationId, keyId));
    },
    LIMIT_MS,
  );

  it(
    'can be evaluated in each kind where nothing happened',
    async () => {
      const kinds: AlertKind[] = [
        'rate_limited',
        'rotation',
        'webhooks',
        'backlog',
        'regression',
        'spool',
        'cool_down',
        'stopped_export',
      ];
      const rules = [];
      for (const each of kinds) rules.push(await makeRule(each, {}, { workspaceId: null }));
      await evaluate();
      for (const rule of rules) {
        const found = await database.alertRules.find(organizationId, rule.id);
        expect([rule.kind, found?.problem, await listAlerts(rule)]).toEqual([rule.kind, null, []]);
      }
    },
    LIMIT_MS,
  );

  it(
    'tell the operator alone of records that wait on disks',
    async () => {
      const replica = { id: newId(), service: 'multilane-gateway', version: '1', commit: null, startedAt: new Date() };
      await database.replicas.beat({ ...replica, facts: { spool_bytes: 200 * 1_048_576, spool_records: 9_000 } });
      const rule = await makeRule('spool', {}, { workspaceId: null });
      await evaluate();
      expect((await listAlerts(rule)).map(({ link, title }) => [title, link])).toEqual([
        [
          '200 MiB of audit records wait on the disk of a multilane-gateway',
          'https://ai.example.com/ui/org/deployment',
        ],
      ]);
      const tenant = await makeRule('spool', {}, { workspaceId: null });
      await evaluate(undefined, 'another organization');
      expect(await listAlerts(tenant)).toEqual([]);
      await database.replicas.remove(replica.id);
    },
    LIMIT_MS,
  );

  it(
    'tell of models and credentials in cool-down, those of one place alone and once they last',
    async () => {
      const replica = { id: newId(), service: 'multilane-gateway', version: '1', commit: null, startedAt: new Date() };
      await database.replicas.beat({ ...replica, facts: {} });
      const create = (owner: string, place: string, name: string) =>
        database.change(ACTOR, ({ providers }) =>
          providers.create(owner, {
            workspaceId: place,
            name,
            kind: 'openai',
            baseUrl: null,
            settings: {},
            secrets: {},
          }),
        );
      const linkOf = (place: string, id: string) => `https://ai.example.com/ui/w/${place}/providers?open=${id}`;
      const own = await create(organizationId, workspaceId, 'cooling');
      const tenant = await database.change(ACTOR, async ({ organizations, workspaces }) => {
        const { id } = await organizations.create({ name: `cool ${newId()}` });
        return { id, workspaceId: (await workspaces.create(id, { name: 'theirs' })).id };
      });
      const theirs = await create(tenant.id, tenant.workspaceId, 'theirs');
      const cool = (providerId: string, kind: string, subject: string, since: string, until: string) =>
        database.sql.executeSql(
          `INSERT INTO provider_cool_downs (provider_id, replica_id, kind, subject, reason, status, since, until)
           VALUES ($1, $2, $3, $4, 'rate_limited', 429, now() - $5::interval, now() + $6::interval)`,
          [providerId, replica.id, kind, subject, since, until],
        );
      await cool(own.id, 'credential', '…abcd', '10 minutes', '20 seconds');
      await cool(own.id, 'model', 'gpt-4o', '5 minutes', '-30 seconds');
      await cool(own.id, 'model', 'just-now', '10 seconds', '20 seconds');
      await cool(own.id, 'model', 'over', '10 minutes', '-5 minutes');
      await cool(own.id, 'model', 'short', '80 seconds', '-50 seconds');
      await cool(theirs.id, 'model', 'theirs', '10 minutes', '20 seconds');
      const elsewhere = await database.change(ACTOR, ({ workspaces }) =>
        workspaces.create(organizationId, { name: 'Test' }),
      );
      const other = await create(organizationId, elsewhere.id, 'elsewhere');
      await cool(other.id, 'credential', '', '3 minutes', '20 seconds');
      const rule = await makeRule('cool_down', { minutes: 2 });
      const wide = await makeRule('cool_down', { minutes: 2 }, { workspaceId: null });
      await evaluate();
      const ofPlace = [
        ['The credential …abcd of provider cooling is in cool-down', linkOf(workspaceId, own.id), 10],
        ['The model gpt-4o of provider cooling is in cool-down', linkOf(workspaceId, own.id), 4],
      ];
      const read = async (each: AlertRuleRecord) =>
        (await listAlerts(each)).map(({ link, title, value }) => [title, link, value]).toSorted();
      expect(await read(rule)).toEqual(ofPlace);
      expect(await read(wide)).toEqual([
        ['The credential of provider elsewhere is in cool-down', linkOf(elsewhere.id, other.id), 3],
        ...ofPlace,
      ]);
      await evaluate();
      expect(await listAlerts(rule)).toHaveLength(2);
      await database.replicas.remove(replica.id);
      await evaluate(() => Date.now() + 6 * 60_000);
      expect((await listAlerts(rule)).map(({ state }) => state)).toEqual(['resolved', 'resolved']);
    },
    LIMIT_MS,
  );

  it(
    'tell of exports that are stopped, those of one place alone',
    async () => {
      const tenant = await database.change(ACTOR, async ({ organizations, workspaces }) => {
        const { id } = await organizations.create({ name: `stopped ${newId()}` });
        return { id, workspaceId: (await workspaces.create(id, { name: 'theirs' })).id };
      });
      const stop = async (owner: string, place: string | null, name: string, state = 'stopped') => {
        const id = newId();
        await database.sql.executeSql(
          `INSERT INTO exports (id, organization_id, workspace_id, name, kind, settings, config, hint, sealed, enabled)
           VALUES ($1, $2, $3, $4, 'http', '{}', '{}', '', '', true)`,
          [id, owner, place, name],
        );
        await database.sql.executeSql(
          `INSERT INTO export_sinks (id, name, position, export_id, organization_id, workspace_id, state, problem, halted_at)
           VALUES ($1, $5, 0, $1, $2, $3, $4, 'The sink answered 401.', now())`,
          [id, owner, place, state, `export:${id}`],
        );
        return id;
      };
      const own = await stop(organizationId, workspaceId, 'siem');
      await stop(organizationId, workspaceId, 'only-away', 'away');
      await stop(organizationId, null, 'lake');
      await stop(tenant.id, tenant.workspaceId, 'theirs');
      const rule = await makeRule('stopped_export', {});
      const wide = await makeRule('stopped_export', {}, { workspaceId: null });
      await evaluate();
      expect((await listAlerts(rule)).map(({ link, title }) => [title, link])).toEqual([
        ['The export to siem is stopped', `https://ai.example.com/ui/w/${workspaceId}/exports?show=${own}`],
      ]);
      expect((await listAlerts(wide)).map(({ title }) => title).toSorted()).toEqual([
        'The export to lake is stopped',
        'The export to siem is stopped',
      ]);
      await database.sql.executeSql("UPDATE export_sinks SET state = 'new', halted_at = NULL WHERE export_id = $1", [
        own,
      ]);
      await evaluate(() => Date.now() + 6 * 60_000);
      expect((await listAlerts(rule)).map(({ state }) => state)).toEqual(['resolved']);
    },
    LIMIT_MS,
  );

  it(
    'deliver again what lost its job',
    async () => {
      const rule = await makeRule('budget', { thresholds: [80] });
      const [channelId] = rule.channelIds;
      const message = {
        event: 'test',
        title: 'Lost',
        severity: 'info',
        rule: { id: rule.id, name: 'rule', kind: 'test' },
        workspace_id: null,
        team_id: null,
        alerts: [],
        more: 0,
        link: null,
      } as const;
      const made = { channelId: channelId ?? '', ruleId: null, event: 'test', message } as const;
      await database.inTransaction((sql) => database.alertWork.createDelivery(sql, rule, made));
      await evaluator(() => Date.now() + 3_600_000).lookAfter();
      await arrive(rule, 1);
      expect(titles(rule)).toEqual(['alert.test: Lost']);
    },
    LIMIT_MS,
  );
});
