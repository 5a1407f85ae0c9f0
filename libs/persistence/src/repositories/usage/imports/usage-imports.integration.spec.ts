import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditLine, auditLines, databasesInTurn } from '@multilane/testing';
import fc from 'fast-check';
import { type Database, openDatabase } from '../../../database.js';
import { newId } from '../../../ids/new-id.js';
import type { UsageRequest } from '../../../records/audit.js';
import type { ImportedUsage, OverlapChoice } from '../../../records/usage/usage-import.js';
import type { UsageSeriesRequest } from '../../../records/usage/usage-series.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;

const ROW: ImportedUsage = {
  part: 'all',
  at: new Date('2026-11-20T00:00:00Z'),
  isDay: true,
  teamId: null,
  team: 'research',
  credentialId: null,
  credentialName: 'ci',
  userId: null,
  model: 'gpt-4o',
  provider: 'openai',
  customer: null,
  tags: null,
  requests: 10,
  failedRequests: 1,
  promptTokens: 100,
  completionTokens: 20,
  cachedTokens: 5,
  costUsd: '0.25',
};

describe.each(databasesInTurn(import.meta.filename))('imports of usage on the $name database', (kind) => {
  let database: Database;
  let tenants = 0;

  beforeAll(async () => {
    database = await openDatabase(await kind.create());
    await database.migrate();
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await kind.stop();
  }, 30_000);

  const makeTenant = async (): Promise<string> =>
    (await database.change(SETUP, ({ organizations }) => organizations.create({ name: `imports-${++tenants}` }))).id;
  const begin = (organizationId: string, source = 'openai', workspaceId: string | null = null) =>
    database.change(SETUP, ({ usageImports }) =>
      usageImports.begin(organizationId, { workspaceId, source, account: '', createdBy: 'ann' }),
    );
  const send = (organizationId: string, id: string, batch: number, rows: readonly ImportedUsage[]) =>
    database.change(SETUP, ({ usageImports }) => usageImports.addRows(organizationId, id, batch, rows));
  const complete = (organizationId: string, id: string, digest: string, overlap: OverlapChoice = 'reject') =>
    database.change(SETUP, ({ usageImports }) => usageImports.complete(organizationId, id, digest, overlap));
  const bring = async (
    organizationId: string,
    rows: readonly ImportedUsage[],
    digest = newId(),
    overlap?: OverlapChoice,
  ) => {
    const { id } = await begin(organizationId);
    await send(organizationId, id, 0, rows);
    return { id, answer: await complete(organizationId, id, digest, overlap) };
  };
  const list = (organizationId: string, request: Partial<UsageRequest> = {}) =>
    database.usage.list(organizationId, {
      fromDay: '2026-11-01',
      toDay: '2026-11-30',
      groups: [],
      limit: 100,
      offset: 0,
      imported: 'include',
      ...request,
    });
  const series = (organizationId: string, request: Partial<UsageSeriesRequest> = {}) =>
    database.usageSeries.list(organizationId, {
      zone: 'UTC',
      fromDay: '2026-11-20',
      toDay: '2026-11-21',
      step: '1d',
      dimension: 'all',
      top: 10,
      hasPercentiles: false,
      imported: 'include',
      ...request,
    });

  it('are in usage and series once they are complete, marked, and not where a caller does not ask for them', async () => {
    const organizationId = await makeTenant();
    await database.storeAuditRecords(
      auditLines([auditLine({ organization_id: organizationId, cost_usd: 1 }, new Date('2026-11-20T10:00:00Z'))]),
    );
    const { id } = await begin(organizationId, 'litellm');
    await send(organizationId, id, 0, [{ ...ROW, provider: 'mistral' }]);
    expect((await list(organizationId))[0]).toMatchObject({ requests: 1, costUsd: 1 });
    await complete(organizationId, id, 'a');
    expect((await list(organizationId))[0]).toMatchObject({
      requests: 11,
      costUsd: 1.25,
      importedRequests: 10,
      importedCostUsd: 0.25,
      totalTokens: 132,
    });
    expect((await list(organizationId, { imported: undefined }))[0]).toMatchObject({ requests: 1, costUsd: 1 });
    expect((await list(organizationId, { imported: 'only' }))[0]).toMatchObject({ requests: 10, costUsd: 0.25 });
    expect((await series(organizationId)).series[0]?.total).toMatchObject({
      requests: 11,
      costUsd: 1.25,
      importedRequests: 10,
    });
    expect((await series(organizationId, { imported: undefined })).series[0]?.total).toMatchObject({ requests: 1 });
    expect(await database.usage.sumCosts(organizationId, ['ci'], '2026-11-01')).toEqual(new Map([['ci', 1]]));
  });

  it('are one group with recorded usage of the same team, key, model and day, and page with the others', async () => {
    const organizationId = await makeTenant();
    const teamId = newId();
    const line = {
      organization_id: organizationId,
      team_id: teamId,
      team: 'search',
      logical_name: 'large',
      cost_usd: 2,
    };
    await database.storeAuditRecords(auditLines([auditLine(line, new Date('2026-11-20T10:00:00Z'))]));
    await bring(
      organizationId,
      [
        { ...ROW, teamId, team: 'old name', model: 'large', provider: 'groq' },
        { ...ROW, team: 'support', model: 'small', costUsd: '9', provider: 'groq' },
      ],
      'x',
    );
    const teams = await list(organizationId, { groups: ['team'] });
    expect(teams.map(({ costUsd, team, teamId: of }) => [of, team, costUsd])).toEqual([
      [null, 'support', 9],
      [teamId, 'search', 2.25],
    ]);
    const pages = [0, 1, 2].map((offset) =>
      list(organizationId, { groups: ['day', 'team', 'model'], limit: 1, offset }),
    );
    expect((await Promise.all(pages)).map(([row]) => row?.team)).toEqual(['support', 'search', undefined]);
    expect(await list(organizationId, { groups: ['team'], team: 'support' })).toHaveLength(1);
    expect(await list(organizationId, { groups: ['model'], model: 'large', team: teamId })).toHaveLength(1);
    expect((await list(organizationId, { workspaceIds: [newId()] }))[0]).toMatchObject({ requests: 0 });
  });

  it('add nothing when the same files come twice, and replace the days of an earlier file', async () => {
    const organizationId = await makeTenant();
    const days = [20, 21].map((day) => ({ ...ROW, at: new Date(Date.UTC(2026, 10, day)) }));
    const first = await bring(organizationId, days, 'same');
    const again = await bring(organizationId, days, 'same');
    expect(again.answer).toMatchObject({ outcome: 'unchanged', record: { id: first.id } });
    expect((await list(organizationId))[0]).toMatchObject({ requests: 20 });
    const corrected = await bring(organizationId, [{ ...ROW, requests: 3 }], 'corrected');
    expect(corrected.answer).toMatchObject({ outcome: 'complete', replacedRows: 1 });
    expect((await list(organizationId, { groups: ['day'] })).map(({ day, requests }) => [day, requests])).toEqual([
      ['2026-11-21', 10],
      ['2026-11-20', 3],
    ]);
    await database.change(SETUP, ({ usageImports }) => usageImports.remove(organizationId, corrected.id));
    expect((await list(organizationId))[0]).toMatchObject({ requests: 10 });
    const whole = await bring(organizationId, days, 'whole');
    expect(await database.usageImports.find(organizationId, first.id)).toBeUndefined();
    expect(whole.answer).toMatchObject({
      record: { firstDay: '2026-11-20', lastDay: '2026-11-21', requests: 20, costUsd: '0.5' },
    });
  });

  it('bring the days back that a corrected file replaced, when the first file comes again', async () => {
    const organizationId = await makeTenant();
    const days = [ROW, { ...ROW, at: new Date('2026-11-21T00:00:00Z') }];
    await bring(organizationId, days, 'november');
    await bring(organizationId, [{ ...ROW, costUsd: '9' }], 'wrong correction');
    expect((await list(organizationId))[0]).toMatchObject({ costUsd: 9.25 });
    expect((await bring(organizationId, days, 'november')).answer.outcome).toBe('complete');
    expect((await list(organizationId))[0]).toMatchObject({ requests: 20, costUsd: 0.5 });
    expect((await bring(organizationId, days, 'november')).answer.outcome).toBe('unchanged');
  });

  it('have costs and counts from files of their own, which do not replace each other', async () => {
    const organizationId = await makeTenant();
    await bring(organizationId, [{ ...ROW, part: 'usage', costUsd: '0' }]);
    await bring(organizationId, [
      { ...ROW, part: 'cost', requests: 0, promptTokens: 0, completionTokens: 0, cachedTokens: 0 },
    ]);
    expect((await list(organizationId))[0]).toMatchObject({ requests: 10, costUsd: 0.25, promptTokens: 100 });
  });

  it('count a batch once that is sent twice, and reject one out of turn and one behind the end', async () => {
    const organizationId = await makeTenant();
    const { id } = await begin(organizationId);
    await send(organizationId, id, 0, [ROW, ROW]);
    await send(organizationId, id, 0, [ROW, ROW]);
    await expect(send(organizationId, id, 2, [ROW])).rejects.toMatchObject({ fault: 'batch' });
    await send(organizationId, id, 1, [ROW]);
    await complete(organizationId, id, 'z');
    expect((await list(organizationId))[0]).toMatchObject({ requests: 30, costUsd: 0.75 });
    await expect(send(organizationId, id, 2, [ROW])).rejects.toMatchObject({ fault: 'state' });
    expect(await database.usageImports.find(organizationId, id)).toMatchObject({ rowCount: 1, nextBatch: 2 });
  });

  it('count once where the same file comes from two places at once, batch by batch', async () => {
    const organizationId = await makeTenant();
    const twins = [await begin(organizationId), await begin(organizationId)];
    const sendings = twins.flatMap(({ id }) => [1, 2, 3].map(() => send(organizationId, id, 0, [ROW, ROW])));
    expect((await Promise.all(sendings)).map(({ rowCount }) => rowCount)).toEqual([1, 1, 1, 1, 1, 1]);
    const done = await Promise.all(twins.map(({ id }) => complete(organizationId, id, 'twins')));
    expect(done.map(({ outcome }) => outcome).toSorted()).toEqual(['complete', 'unchanged']);
    expect((await list(organizationId))[0]).toMatchObject({ requests: 20, costUsd: 0.5 });
    expect(await database.usageImports.list(organizationId, undefined)).toHaveLength(1);
  });

  it('reject sums that no column holds, of a batch, of batches and of rows, and stay as they were', async () => {
    const organizationId = await makeTenant();
    const many = { ...ROW, requests: Number.MAX_SAFE_INTEGER };
    const batch = Array.from({ length: 500 }, () => many);
    const { id } = await begin(organizationId);
    const sums = { fault: 'sums' };
    await expect(send(organizationId, id, 0, [{ ...ROW, requests: 5e19 }])).rejects.toMatchObject(sums);
    const dear = Array.from({ length: 500 }, () => ({ ...ROW, costUsd: `${'9'.repeat(20)}.5` }));
    await expect(send(organizationId, id, 0, dear)).rejects.toMatchObject(sums);
    await send(organizationId, id, 0, batch);
    await send(organizationId, id, 1, batch);
    await expect(send(organizationId, id, 2, batch)).rejects.toMatchObject(sums);
    await send(organizationId, id, 2, [
      { ...batch[0], model: 'b' } as ImportedUsage,
      ...batch.map((row) => ({ ...row, model: 'b' })),
    ]);
    await expect(complete(organizationId, id, 'd')).rejects.toMatchObject(sums);
    expect(await database.usageImports.find(organizationId, id)).toMatchObject({ state: 'open', nextBatch: 3 });
  });

  it('reject days with recorded requests of the same provider, or leave them out', async () => {
    const organizationId = await makeTenant();
    await database.storeAuditRecords(
      auditLines([auditLine({ organization_id: organizationId, cost_usd: 1 }, new Date('2026-11-20T10:00:00Z'))]),
    );
    const days = [19, 20].map((day) => ({ ...ROW, at: new Date(Date.UTC(2026, 10, day)) }));
    const { id, answer } = await bring(organizationId, days, 'a');
    expect(answer).toEqual({ outcome: 'overlap', days: [{ day: '2026-11-20', provider: 'openai' }] });
    expect((await list(organizationId))[0]).toMatchObject({ requests: 1 });
    expect(await complete(organizationId, id, 'a', 'skip')).toMatchObject({ outcome: 'complete', skippedRows: 1 });
    expect((await list(organizationId))[0]).toMatchObject({ requests: 11 });
    await bring(organizationId, days, 'b', 'keep');
    expect((await list(organizationId))[0]).toMatchObject({ requests: 21 });
  });

  it('are of one organization alone', async () => {
    const [mine, theirs] = [await makeTenant(), await makeTenant()];
    const { id } = await bring(theirs, [ROW]);
    expect(await database.usageImports.find(mine, id)).toBeUndefined();
    expect(await database.usageImports.list(mine, undefined)).toEqual([]);
    expect((await list(mine))[0]).toMatchObject({ requests: 0 });
    await expect(database.change(SETUP, ({ usageImports }) => usageImports.remove(mine, id))).rejects.toThrow(
      'usage_import',
    );
    await expect(send(mine, id, 0, [ROW])).rejects.toThrow('usage_import');
  });

  it('are on the day of their date in every zone, and at their time where the source has one', async () => {
    const organizationId = await makeTenant();
    const timed = { ...ROW, at: new Date('2026-11-20T23:45:00Z'), isDay: false, requests: 1 };
    await bring(organizationId, [ROW, timed]);
    const daysIn = async (zone: string) =>
      (await series(organizationId, { zone })).series[0]?.points.map((point) => point?.requests ?? 0);
    expect(await daysIn('UTC')).toEqual([11, 0]);
    expect(await daysIn('Asia/Kathmandu')).toEqual([10, 1]);
    expect(await daysIn('America/New_York')).toEqual([11, 0]);
    const hours = await series(organizationId, { zone: 'Asia/Kathmandu', step: '1h' });
    expect(hours.series[0]?.points.reduce((sum, point) => sum + (point?.requests ?? 0), 0)).toBe(11);
  });

  it('of more keys than are read apart are in the rest, not in the usage without a key', async () => {
    const organizationId = await makeTenant();
    const keys = Array.from({ length: 1_003 }, (_, at) => ({ ...ROW, credentialName: `key-${at}` }));
    await bring(organizationId, [...keys, { ...ROW, credentialName: null, requests: 12 }]);
    const { series: found } = await series(organizationId, { dimension: 'key', top: 2 });
    expect(found.map(({ total, value }) => [value, total.requests])).toEqual([
      ['', 12],
      ['key-0', 10],
      [null, 10_020],
    ]);
  });

  it('are in usage and series by customer and tag', async () => {
    const organizationId = await makeTenant();
    const line = {
      organization_id: organizationId,
      customer: 'acme',
      tags: { feature: 'chat' },
      cost_usd: 1,
      provider: 'mistral',
      provider_kind: 'mistral',
    };
    await database.storeAuditRecords(auditLines([auditLine(line, new Date('2026-11-20T10:00:00Z'))]));
    await bring(organizationId, [
      { ...ROW, customer: 'acme', tags: { feature: 'search' } },
      { ...ROW, customer: 'bolt', tags: { feature: 'chat', env: 'prod' } },
    ]);
    const request = {
      fromDay: '2026-11-01',
      toDay: '2026-11-30',
      isByDay: false,
      limit: 10,
      offset: 0,
      imported: 'include',
    } as const;
    const by = async (dimension: { kind: 'customer' } | { kind: 'tag'; name: string }) =>
      (await database.usageDimensions.list(organizationId, { ...request, dimension })).map(({ costUsd, value }) => [
        value,
        costUsd,
      ]);
    expect(await by({ kind: 'customer' })).toEqual([
      ['acme', 1.25],
      ['bolt', 0.25],
    ]);
    expect(await by({ kind: 'tag', name: 'feature' })).toEqual([
      ['chat', 1.25],
      ['search', 0.25],
    ]);
    const days = { fromDay: '2026-11-20', toDay: '2026-11-20', top: 1, imported: 'include' } as const;
    const found = await database.usageDimensions.listSeries(organizationId, {
      ...days,
      dimension: { kind: 'tag', name: 'feature' },
    });
    expect(found.series.map(({ total, value }) => [value, total.requests])).toEqual([
      ['chat', 11],
      [null, 10],
    ]);
    expect(
      await database.usageDimensions.list(organizationId, {
        ...request,
        imported: 'exclude',
        dimension: { kind: 'customer' },
      }),
    ).toHaveLength(1);
  });

  it('sum to the cent with recorded usage, in every grouping and series', async () => {
    const models = fc.constantFrom('a', 'b', 'c');
    const row = fc.record({
      cents: fc.integer({ min: 0, max: 10_000_000 }),
      day: fc.integer({ min: 1, max: 5 }),
      model: models,
      team: fc.constantFrom('x', 'y', null),
      isDay: fc.boolean(),
    });
    const world = fc.record({
      imported: fc.array(row, { minLength: 1, maxLength: 12 }),
      recorded: fc.array(row, { maxLength: 8 }),
      top: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ imported, recorded, top }) => {
        const organizationId = await makeTenant();
        const timeOf = ({ day }: { readonly day: number }) => new Date(Date.UTC(2026, 10, day));
        await database.storeAuditRecords(
          auditLines(
            recorded.map((each) =>
              auditLine(
                {
                  organization_id: organizationId,
                  cost_usd: each.cents / 100,
                  logical_name: each.model,
                  team: each.team,
                },
                timeOf(each),
              ),
            ),
          ),
        );
        await bring(
          organizationId,
          imported.map((each) => ({
            ...ROW,
            ...each,
            at: timeOf(each),
            costUsd: (each.cents / 100).toFixed(2),
            requests: 1,
          })),
          newId(),
          'keep',
        );
        const cents = [...imported, ...recorded].reduce((sum, each) => sum + each.cents, 0);
        const sumOf = (rows: readonly { readonly costUsd: number }[]) =>
          Math.round(rows.reduce((sum, { costUsd }) => sum + costUsd, 0) * 100);
        const groups = [
          [],
          ['day'],
          ['model'],
          ['team'],
          ['key'],
          ['user'],
          ['provider'],
          ['workspace'],
          ['team', 'model', 'day'],
        ] as const;
        for (const each of groups) {
          const rows = await list(organizationId, { groups: each });
          expect([each, sumOf(rows)]).toEqual([each, cents]);
          expect(
            new Set(
              rows.map((found) =>
                JSON.stringify([found.day, found.team, found.model, found.provider, found.credentialName]),
              ),
            ).size,
          ).toBe(rows.length);
        }
        for (const dimension of ['all', 'model', 'provider', 'team', 'key'] as const) {
          const { series: found } = await series(organizationId, {
            fromDay: '2026-11-01',
            toDay: '2026-11-05',
            dimension,
            top,
          });
          expect([dimension, sumOf(found.map(({ total }) => total))]).toEqual([dimension, cents]);
          expect([dimension, sumOf(found.flatMap(({ points }) => points.flatMap((point) => point ?? [])))]).toEqual([
            dimension,
            cents,
          ]);
        }
      }),
      { numRuns: 6 },
    );
  }, 120_000);
});
