import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { newId } from '@multilane/persistence';
import { auditLine, auditLines, serviceDatabases } from '@multilane/testing';
import type { Requester } from '../../src/access/requester.js';
import { OwnStatementsService } from '../../src/modules/statements/own-statements.service.js';
import { StatementUsageService } from '../../src/modules/statements/statement-usage.service.js';
import { StatementsService } from '../../src/modules/statements/statements.service.js';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

interface Statement {
  readonly subject: string;
  readonly name: string;
  readonly status: string;
  readonly requests: number;
  readonly cost_usd: number;
  readonly correction_usd: number;
  readonly amount_usd: number;
}

interface Line {
  readonly subject: string;
  readonly line: string;
  readonly month: string;
  readonly model: string | null;
  readonly requests: number;
  readonly percent: number;
  readonly amount_usd: number;
}

// docs/contract/usage.md#statements
describe.each(serviceDatabases())('/org/statements on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let stranger: TestCaller;
  let theirs: { readonly organizationId: string; readonly workspaceId: string };

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    theirs = await addTenant(workspace.database, 'statements');
    stranger = await workspace.signIn({ organizationId: theirs.organizationId });
    await use('2026-07-31T23:59:59', { customer: 'acme', cost_usd: 1 });
    await use('2026-08-01T00:00:00', { customer: 'acme', cost_usd: 2 });
    await use('2026-08-31T23:59:59', { customer: 'bolt', cost_usd: 8, team: 'research' });
    const other = { organization_id: theirs.organizationId, workspace_id: theirs.workspaceId };
    await workspace.database.storeAuditRecords(
      auditLines([auditLine({ ...other, customer: 'acme', cost_usd: 64 }, new Date('2026-08-10T00:00:00Z'))]),
    );
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  /** Stores a request, as a gateway does at once or days later. */
  async function use(time: string, values: object): Promise<void> {
    const { database, organizationId, workspaceId } = workspace;
    const line = auditLine(
      { organization_id: organizationId, workspace_id: workspaceId, ...values },
      new Date(`${time}Z`),
    );
    await database.storeAuditRecords(auditLines([line]));
  }

  const read = async <Row>(path: string, caller = owner): Promise<Row[]> => {
    const answer = await caller.send(`GET /org/statements${path}`);
    expect([path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([path, 200, '']);
    return (answer.json() as { data: Row[] }).data;
  };
  const list = (by: string, month: string, caller = owner) => read<Statement>(`?by=${by}&month=${month}`, caller);
  const listLines = (by: string, month: string) => read<Line>(`/lines?by=${by}&month=${month}`);
  const close = (by: string, month: string, caller = owner) =>
    caller.send('POST /org/statements/closings', { by, month });

  it('have a month of UTC by customer, the largest amount first, and nothing of another organization', async () => {
    expect(await list('customer', '2026-08')).toMatchObject([
      { subject: 'bolt', status: 'open', requests: 1, cost_usd: 8, amount_usd: 8 },
      { subject: 'acme', status: 'open', requests: 1, cost_usd: 2, amount_usd: 2 },
    ]);
    expect(await list('customer', '2026-07')).toMatchObject([{ subject: 'acme', cost_usd: 1 }]);
    expect(await list('customer', '2026-08', stranger)).toMatchObject([{ subject: 'acme', cost_usd: 64 }]);
  });

  it('have the lines of models of workspaces and teams, with names', async () => {
    const [own] = await list('workspace', '2026-08');
    expect(own).toMatchObject({ subject: workspace.workspaceId, cost_usd: 10 });
    expect(own?.name).not.toBe(own?.subject);
    expect(await listLines('team', '2026-08')).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ subject: 'research', model: 'gpt-4o', amount_usd: 10 })]),
    );
  });

  it('never change once their month is closed, and what comes late is a line of the next', async () => {
    expect((await close('customer', '2026-08')).status).toBe(201);
    const closed = await list('customer', '2026-08');
    expect(closed).toMatchObject([{ status: 'closed' }, { status: 'closed' }]);
    await use('2026-08-15T12:00:00', { customer: 'acme', cost_usd: 16 });
    await use('2026-09-02T12:00:00', { customer: 'acme', cost_usd: 32 });
    expect(await list('customer', '2026-08')).toEqual(closed);
    expect(await listLines('customer', '2026-09')).toMatchObject([
      { subject: 'acme', line: 'usage', month: '2026-09', amount_usd: 32 },
      { subject: 'acme', line: 'correction', month: '2026-08', requests: 1, amount_usd: 16 },
    ]);
    expect(await list('customer', '2026-09')).toMatchObject([
      { subject: 'acme', cost_usd: 48, correction_usd: 16, amount_usd: 48 },
    ]);
    // No other open month has the same correction.
    expect(await list('customer', '2026-10')).toEqual([]);
    expect((await close('customer', '2026-09')).status).toBe(201);
    expect(await list('customer', '2026-10')).toEqual([]);
    expect(await list('customer', '2026-09')).toMatchObject([{ status: 'closed', amount_usd: 48 }]);
  });

  it('cannot be changed in the database either', async () => {
    const { sql } = workspace.database;
    await expect(sql.executeSql('UPDATE statement_lines SET amount_usd = 0')).rejects.toThrow('do not change');
    await expect(sql.executeSql('DELETE FROM statement_lines')).rejects.toThrow('do not change');
  });

  it('cannot be closed twice, nor before their month is over', async () => {
    expect(refusalOf(await close('customer', '2026-08'))).toEqual([409, 'conflict', 'month']);
    const running = new Date().toISOString().slice(0, 7);
    expect(refusalOf(await close('customer', running))).toEqual([409, 'conflict', 'month']);
    expect((await close('team', '2026-08')).status).toBe(201);
    const months = (await read<{ month: string }>('/closings?by=customer')).map(({ month }) => month);
    expect(months).toEqual(['2026-09', '2026-08']);
    expect(await read('/closings?by=customer', stranger)).toEqual([]);
  });

  it('are closed once if two people do it at the same moment', async () => {
    const answers = await Promise.all([close('workspace', '2026-07'), close('workspace', '2026-07')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await list('workspace', '2026-07')).toMatchObject([{ amount_usd: 1 }]);
  });

  it('have markups and rebates of open months, which the trail of changes has too', async () => {
    await use('2026-10-02T12:00:00', { tags: { unit: 'sales' }, cost_usd: 10 });
    await use('2026-10-02T12:00:00', { tags: { unit: 'support' }, cost_usd: 10 });
    const rules = [
      { subject: null, percent: 20 },
      { subject: 'support', percent: -50 },
    ];
    const answer = await owner.send('PUT /org/statements/rules', { by: 'tag:unit', rules });
    expect([answer.status, answer.json()]).toMatchObject([200, { data: rules }]);
    expect((await list('tag:unit', '2026-10')).map(({ amount_usd, subject }) => [subject, amount_usd])).toEqual([
      ['sales', 12],
      ['support', 5],
    ]);
    expect(await read('/rules?by=tag:unit', stranger)).toEqual([]);
    const changes = await owner.send('GET /admin/changes?action=statement_rules.update');
    expect(changes.json()).toMatchObject({ data: [{ action: 'statement_rules.update' }] });
    const twice = { by: 'team', rules: [{ percent: 1 }, { subject: null, percent: 2 }] };
    expect(refusalOf(await owner.send('PUT /org/statements/rules', twice))).toEqual([
      400,
      'invalid_value',
      'rules[1].subject',
    ]);
  });

  it('are a file with a line for each model and correction', async () => {
    const answer = await owner.send('GET /org/statements/export?by=customer&month=2026-09');
    expect(answer.headers['content-type']).toContain('text/csv');
    const [head, ...lines] = answer.text.trimEnd().split('\r\n');
    expect(head).toBe(
      'statement_month,status,subject,name,line,month,model,requests,prompt_tokens,completion_tokens,cached_tokens,cost_usd,percent,amount_usd',
    );
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^2026-09,closed,acme,acme,correction,2026-08,,1,/);
  });

  it(
    'have every line of a closed month in pages and for its file, however many its corrections are',
    async () => {
      const { organizationId } = workspace;
      const COUNT = 200_003;
      const closingId = newId();
      const run = workspace.database.sql.executeSql;
      await run(
        `INSERT INTO statement_closings (id, organization_id, kind, name, month, closed_at, closed_by)
         VALUES ($2, $1, 'tag', 'large', '2026-05-01', now(), 'test')`,
        [organizationId, closingId],
      );
      await run(
        `INSERT INTO statement_lines (closing_id, position, subject, subject_name, line, month, requests, prompt_tokens, completion_tokens,
           cached_tokens, cost_usd, percent, amount_usd)
         SELECT $1::uuid, n, 's-' || n / 2, 's-' || n / 2,
                CASE n % 2 WHEN 0 THEN 'usage' ELSE 'correction' END, '2026-05-01', 1, 0, 0, 0, 1, 0, n
           FROM generate_series(0, ${COUNT - 1}) AS n`,
        [closingId],
      );
      const query = 'by=tag:large&month=2026-05';
      expect(await read<Statement>(`?${query}&limit=2`)).toMatchObject([
        { subject: 's-100000', requests: 2, cost_usd: 2, correction_usd: 200_001, amount_usd: 400_001 },
        { subject: 's-99999', amount_usd: 399_997 },
      ]);
      expect(await read<Line>(`/lines?${query}&subject=s-100001`)).toMatchObject([
        { line: 'usage', amount_usd: 200_002 },
      ]);
      const first = (await owner.send(`GET /org/statements/lines?${query}&limit=2`)).json() as {
        readonly data: readonly Line[];
        readonly next_cursor: string;
      };
      expect(await read<Line>(`/lines?${query}&limit=2&cursor=${first.next_cursor}`)).toMatchObject([
        { subject: 's-1', line: 'usage', amount_usd: 2 },
        { subject: 's-1', line: 'correction', amount_usd: 3 },
      ]);
      const { database } = workspace;
      const service = new StatementsService(database, new StatementUsageService(database));
      const linesOf = async (organization: string): Promise<readonly number[]> => {
        let [count, total] = [0, 0];
        const requester = { organizationId: organization } as Requester;
        for await (const lines of await service.readLines(requester, { by: 'tag:large', month: '2026-05', limit: 1 })) {
          count += lines.length;
          total += lines.reduce((sum, { line }) => sum + line.amountUsd, 0);
        }
        return [count, total];
      };
      expect(await linesOf(organizationId)).toEqual([COUNT, (COUNT * (COUNT - 1)) / 2]);
      expect(await linesOf(theirs.organizationId)).toEqual([0, 0]);
    },
    HOOK_LIMIT_MS,
  );

  it.each([
    ['?by=model&month=2026-08', 'by'],
    ['?by=tag:&month=2026-08', 'by'],
    ['?by=team&month=2026-13', 'month'],
    ['?month=2026-08', 'by'],
  ])('rejects %s', async (path, param) => {
    expect(refusalOf(await owner.send(`GET /org/statements${path}`))).toEqual([400, expect.any(String), param]);
  });

  describe('of the teams of whoever asks', () => {
    const OWN = 'GET /admin/usage/statements';
    let teams: { readonly id: string; readonly name: string }[];
    let lead: TestCaller;
    let other: TestCaller;

    const rowsOf = async (caller: TestCaller, path = ''): Promise<unknown[]> => {
      const [place, query = ''] = path.split('?');
      const answer = await caller.send(`${OWN}${place}?month=2026-06${query === '' ? '' : `&${query}`}`);
      expect([path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([path, 200, '']);
      return (answer.json() as { data: Statement[] }).data.map(({ amount_usd, name }) => [name, amount_usd]);
    };

    beforeAll(async () => {
      const { database, organizationId, workspaceId } = workspace;
      const actor = { type: 'system', id: null, name: 'test' } as const;
      teams = await database.change(actor, async (change) => [
        await change.teams.create(organizationId, { name: 'red' }),
        await change.teams.create(organizationId, { name: 'blue' }),
      ]);
      const memberships = [{ workspaceId, role: 'viewer' as const }];
      [lead, other] = [
        await workspace.signIn({ role: 'org_member', memberships }),
        await workspace.signIn({ role: 'org_member', memberships }),
      ];
      await database.change(actor, async (change) => {
        await change.teams.addMember(organizationId, teams[0]?.id ?? '', lead.user?.id ?? '');
        await change.teams.addMember(organizationId, teams[1]?.id ?? '', other.user?.id ?? '');
      });
      for (const [index, { id, name }] of teams.entries()) {
        await use('2026-06-10T12:00:00', { team: name, team_id: id, cost_usd: 3 + 4 * index });
      }
      await use('2026-06-10T12:00:00', { team: 'nobody', cost_usd: 100 });
    }, HOOK_LIMIT_MS);

    it('have that team alone, with its lines and its file', async () => {
      expect(await rowsOf(lead)).toEqual([['red', 3]]);
      expect(await rowsOf(lead, '/lines')).toEqual([['red', 3]]);
      expect(await rowsOf(other)).toEqual([['blue', 7]]);
      const file = await lead.send(`${OWN}/export?month=2026-06`);
      expect(file.text).toContain(',red,');
      expect(file.text).not.toMatch(/blue|nobody/);
      // Not even owners have those of teams that they are not in: `/org/statements` has all.
      expect(await rowsOf(owner)).toEqual([]);
    });

    it('are not found for another team, whichever it is', async () => {
      const foreign = await workspace.database.change({ type: 'system', id: null, name: 'test' }, (change) =>
        change.teams.create(theirs.organizationId, { name: 'theirs' }),
      );
      for (const team of [teams[1]?.id, foreign.id]) {
        for (const path of ['', '/lines', '/export']) {
          const answer = await lead.send(`${OWN}${path}?month=2026-06&team=${team}`);
          expect([path, ...refusalOf(answer)]).toEqual([path, 404, 'not_found', 'team']);
        }
      }
      expect(await rowsOf(lead, `?team=${teams[0]?.id}`)).toEqual([['red', 3]]);
      expect(await rowsOf(stranger)).toEqual([]);
    });

    it('are those of the team of a key that sees usage, unless it is bound to a workspace', async () => {
      const teamId = teams[1]?.id ?? '';
      expect(await rowsOf(await workspace.issueKey({ teamId, role: 'editor' }))).toEqual([['blue', 7]]);
      const member = await workspace.issueKey({ teamId, role: 'member' });
      expect((await member.send(`${OWN}?month=2026-06`)).status).toBe(403);
      const bound = await workspace.issueKey({ teamId, workspaceId: workspace.workspaceId });
      expect((await bound.send(`${OWN}?month=2026-06`)).status).toBe(403);
      if (lead.user === undefined) throw new Error('somebody signed in');
      const pat = await workspace.issuePat(lead.user, workspace.workspaceId);
      expect((await pat.send(`${OWN}?month=2026-06`)).status).toBe(403);
    });

    it('are made of the usage of that team alone, however large the organization is', async () => {
      const { database, organizationId } = workspace;
      const list = jest.spyOn(database.usage, 'list');
      const own = new OwnStatementsService(
        database,
        new StatementsService(database, new StatementUsageService(database)),
      );
      const requester = { organizationId, caller: {}, ownTeamId: teams[0]?.id } as Requester;
      const { data } = await own.list(requester, { month: '2026-06', limit: 100 });
      expect(data.map(({ total }) => [total.subjectName, total.amountUsd])).toEqual([['red', 3]]);
      expect(new Set(list.mock.calls.map(([, { team }]) => team))).toEqual(new Set([teams[0]?.id]));
      list.mockRestore();
    });

    it('end with the place in the team', async () => {
      const { database, organizationId } = workspace;
      await database.change({ type: 'system', id: null, name: 'test' }, (change) =>
        change.teams.removeMember(organizationId, teams[0]?.id ?? '', lead.user?.id ?? ''),
      );
      expect(await rowsOf(lead)).toEqual([]);
    });
  });

  describe('of months that close by themselves', () => {
    const BY = 'tag:plan';
    const set = (days: number | null, caller = owner) =>
      caller.send('PUT /org/statements/schedule', { by: BY, close_after_days: days });
    const months = async () => (await read<{ month: string }>(`/closings?by=${BY}`)).map(({ month }) => month);
    /** Looks as the task of a process does. */
    const look = async (now: string): Promise<number> => {
      const { database } = workspace;
      const service = new StatementsService(database, new StatementUsageService(database));
      const schedules = await database.statements.listSchedules(undefined, 100);
      const closed = await Promise.all(schedules.map((schedule) => service.closeDue(schedule, new Date(now))));
      return closed.flat().length;
    };

    it('are set for a kind of statements, for this month and later ones, and for nobody else', async () => {
      expect((await set(5)).json()).toMatchObject({
        object: 'statement_schedule',
        by: BY,
        close_after_days: 5,
        first_month: new Date().toISOString().slice(0, 7),
      });
      expect((await stranger.send(`GET /org/statements/schedule?by=${BY}`)).json()).toMatchObject({
        close_after_days: null,
        first_month: null,
      });
      expect((await set(null)).json()).toMatchObject({ close_after_days: null });
      expect((await set(5)).status).toBe(200);
      for (const days of [0, 29, 1.5]) {
        expect(refusalOf(await set(days))).toEqual([400, 'invalid_value', 'close_after_days']);
      }
      const changes = await owner.send('GET /admin/changes?action=statement_schedule.update');
      expect(changes.json()).toMatchObject({ data: [{ action: 'statement_schedule.update' }, {}, {}] });
    });

    it('are written down once by three processes, and none before its day', async () => {
      await workspace.database.sql.executeSql("UPDATE statement_schedules SET first_month = '2026-08-01'");
      await use('2026-08-02T12:00:00', { tags: { plan: 'gold' }, cost_usd: 1 });
      await use('2026-09-02T12:00:00', { tags: { plan: 'gold' }, cost_usd: 2 });
      expect(await look('2026-09-05T23:59:59Z')).toBe(0);
      const closed = await Promise.all([1, 2, 3].map(() => look('2026-09-06T00:00:00Z')));
      expect(closed.reduce((sum, count) => sum + count)).toBe(1);
      expect(await months()).toEqual(['2026-08']);
      expect(await list(BY, '2026-08')).toMatchObject([{ status: 'closed', amount_usd: 1 }]);
    });

    it('are written down whole by the next process if one ends in the middle, with what came late', async () => {
      const { database, organizationId } = workspace;
      await use('2026-08-03T12:00:00', { tags: { plan: 'gold' }, cost_usd: 4 });
      const ended = database.change({ type: 'system', id: null, name: 'test' }, async ({ statements }) => {
        await statements.close(organizationId, { kind: 'tag', name: 'plan' }, '2026-09', [], 'test');
        throw new Error('killed');
      });
      await expect(ended).rejects.toThrow('killed');
      expect(await look('2026-10-06T00:00:00Z')).toBe(1);
      expect(await look('2026-10-06T01:00:00Z')).toBe(0);
      expect(await months()).toEqual(['2026-09', '2026-08']);
      expect(await listLines(BY, '2026-09')).toMatchObject([
        { line: 'usage', month: '2026-09', amount_usd: 2 },
        { line: 'correction', month: '2026-08', amount_usd: 4 },
      ]);
    });
  });
});
