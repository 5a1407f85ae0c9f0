import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readAmount, showDollars, writeAmount } from './amount.js';
import { readTime } from './read-time.js';
import { readUsage } from './read-usage.js';
import { splitJson } from './split-json.js';
import { UsageCollector } from './usage-collector.js';
import { mapRow, NO_MAPPING, parseUsageMapping } from './usage-mapping.js';
import type { SourceRow, UsageSource } from './usage-row.js';

const FIXTURES = new URL('../../fixtures/usage/', import.meta.url);

async function* cut(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield await Promise.resolve(text.slice(at, at + size));
}

async function readText(source: UsageSource, text: string, zone = 'UTC', size = 64, teamTag?: string) {
  const rows: SourceRow[] = [];
  for await (const row of readUsage(source, { name: 'file', chunks: cut(text, size) }, { zone, teamTag }))
    rows.push(row);
  return rows;
}

const readFixture = (source: UsageSource, name: string, zone?: string, teamTag?: string) =>
  readText(source, readFileSync(new URL(name, FIXTURES), 'utf8'), zone, 64, teamTag);

const dollars = (rows: readonly SourceRow[]): string => writeAmount(rows.reduce((sum, { cost }) => sum + cost, 0n));

const shorten = ({ at, cost, ...row }: SourceRow) => ({ ...row, at: at.toISOString(), cost: writeAmount(cost) });

describe('files of usage', () => {
  it("reads OpenAI's usage with cached tokens, keys and projects", async () => {
    const rows = await readFixture('openai', 'openai-usage.json');
    expect(rows.map(shorten)[0]).toMatchObject({
      part: 'usage',
      at: '2026-11-01T00:00:00.000Z',
      isDay: true,
      provider: 'openai',
      model: 'gpt-4o-2024-08-06',
      team: 'proj_search',
      key: 'key_search_1',
      requests: 60,
      promptTokens: 120_000,
      completionTokens: 30_000,
      cachedTokens: 40_000,
      cost: '0',
    });
    expect(rows.map(({ at }) => at.toISOString().slice(0, 10))).toEqual(['2026-11-01', '2026-11-01', '2026-11-03']);
  });

  it("reads the lines of OpenAI's costs by model and purpose, to the last digit", async () => {
    const rows = await readFixture('openai', 'openai-costs.json');
    expect(dollars(rows)).toBe('0.908');
    expect(rows.map(({ costKind, model }) => [model, costKind]).slice(0, 6)).toEqual([
      ['gpt-4o-2024-08-06', 'input'],
      ['gpt-4o-2024-08-06', 'cached_input'],
      ['gpt-4o-2024-08-06', 'output'],
      ['gpt-4o-mini-2024-07-18', 'input'],
      ['gpt-4o-mini-2024-07-18', 'output'],
      ['web search tool calls', 'other'],
    ]);
  });

  it("reads the CSV files of OpenAI's dashboard, and passes over days without usage", async () => {
    expect((await readFixture('openai', 'openai-usage.csv')).map(shorten)).toEqual(
      (await readFixture('openai', 'openai-usage.json')).slice(0, 1).map(shorten),
    );
    const costs = await readFixture('openai', 'openai-costs.csv');
    expect(costs.map(shorten)).toMatchObject([{ model: 'gpt-4o-2024-08-06', costKind: 'input', cost: '0.2' }]);
  });

  it("reads Anthropic's reports: prompts with both parts of the cache, and cents as dollars", async () => {
    const [usage] = await readFixture('anthropic', 'anthropic-usage.json');
    expect(usage).toMatchObject({
      promptTokens: 200_000,
      cachedTokens: 140_000,
      cacheWriteTokens: 10_000,
      completionTokens: 22_000,
      model: 'claude-sonnet-4-5-20250929',
      team: 'wrkspc_01Search',
      key: 'apikey_01Search',
    });
    const costs = await readFixture('anthropic', 'anthropic-cost.json');
    expect(costs.map(shorten).map(({ cost, costKind }) => [costKind, cost])).toEqual([
      ['input', '0.15'],
      ['cached_input', '0.042'],
      ['cache_write', '0.03375'],
      ['output', '0.33'],
      ['other', '0.03'],
    ]);
  });

  it("reads the CSV files of Anthropic's console", async () => {
    const [usage] = await readFixture('anthropic', 'anthropic-console-usage.csv');
    expect(usage).toMatchObject({
      promptTokens: 200_000,
      cachedTokens: 140_000,
      team: 'Search, EU',
      key: 'search-prod',
    });
    const costs = await readFixture('anthropic', 'anthropic-console-cost.csv');
    expect([dollars(costs), costs[0]?.model, costs[1]?.costKind]).toEqual([
      '0.52',
      'Claude Sonnet 4.5',
      'cached_input',
    ]);
  });

  it('reads tokens of AWS in the unit of the row, credits as money, and no other product', async () => {
    const rows = await readFixture('aws', 'aws-cur2.csv', 'UTC', 'team');
    expect(rows.map(shorten)).toMatchObject([
      {
        model: 'Claude4.5Sonnet',
        costKind: 'input',
        promptTokens: 50_000,
        team: 'search',
        key: 'search-api',
        cost: '0.15',
      },
      { costKind: 'cached_input', promptTokens: 140_500, cachedTokens: 140_500, cost: '0.04215' },
      { costKind: 'output', completionTokens: 22_000, at: '2026-11-01T09:00:00.000Z', isDay: false },
      { costKind: 'input', promptTokens: 0, cost: '-0.05', team: null, isDay: true },
    ]);
    const older = await readFixture('aws', 'aws-cur.csv', 'UTC', 'team');
    expect(older.map(shorten)).toMatchObject([
      { model: 'Claude Sonnet 4.5', promptTokens: 50_000, isDay: true, team: 'search' },
      { model: 'Claude Sonnet 4.5', completionTokens: 22_000, cost: '0.33' },
    ]);
  });

  it("reads LiteLLM's spend logs in quarters of an hour of their zone, as JSON and as CSV", async () => {
    const rows = (await readFixture('litellm', 'litellm-spend-logs.json')).map(shorten);
    expect(rows[0]).toMatchObject({
      at: '2026-11-01T23:45:00.000Z',
      model: 'small',
      provider: 'openai',
      team: 'search',
      key: 'search-prod',
      user: 'ann@example.com',
      customer: 'customer-7',
      tags: { feature: 'ranking', tag: 'prod' },
      cachedTokens: 256,
      cost: '0.00021',
    });
    expect(rows[1]).toMatchObject({ at: '2026-11-02T00:00:00.000Z', cost: '0.000021', tags: null, customer: null });
    expect(rows[2]).toMatchObject({ failedRequests: 1, requests: 1 });
    const [berlin] = (await readFixture('litellm', 'litellm-spend-logs.csv', 'Europe/Berlin')).map(shorten);
    expect(berlin).toMatchObject({ at: '2026-11-01T22:45:00.000Z', tags: { feature: 'ranking', tag: 'prod' } });
  });

  it('reads one object a line', async () => {
    const [row] = JSON.parse(readFileSync(new URL('litellm-spend-logs.json', FIXTURES), 'utf8')) as object[];
    expect(await readText('litellm', `${JSON.stringify(row)}\n${JSON.stringify(row)}\n`)).toHaveLength(2);
  });

  it.each([
    ['openai', '', 'file:1: The file is empty.'],
    ['openai', '[{"start_time": 1}]', 'This is no usage of openai'],
    ['openai', 'a,b\n1,2\n', 'This is no usage of openai: it needs the columns'],
    [
      'openai',
      '{"data":[{"start_time":1793491200,"end_time":1793577600,"results":[\n{"input_tokens":-1}]}]}',
      '`input_tokens` must be a whole',
    ],
    [
      'openai',
      '{"data":[\n\n{"start_time":"x","end_time":1793577600,"results":[{}]}]}',
      'file:3: `start_time` must be',
    ],
    [
      'openai',
      '{"data":[{"start_time":1793491200,"end_time":1793577600,"results":[{"amount":{"value":1,"currency":"eur"},"object":"organization.costs.result"}]}]}',
      '`currency` must be `usd`',
    ],
    ['openai', '{"data":[{', 'ends in the middle'],
    ['litellm', '[1]', 'an object was expected'],
    ['litellm', '[{"startTime":"soon","api_key":"x","spend":1}]', '`startTime` must be a time'],
    [
      'litellm',
      'startTime,api_key,spend,prompt_tokens,completion_tokens\n2026-11-01 10:00:00,x,1,1\n',
      'file:2: The row has 4 columns',
    ],
    [
      'litellm',
      'startTime,api_key,spend,prompt_tokens,completion_tokens\n"2026-11-01 10:00:00",x,much,1,1\n',
      'file:2: `spend` must be',
    ],
    ['aws', '[{"a":1}]', 'Reports of AWS are read as CSV'],
    [
      'aws',
      'line_item_usage_start_date,line_item_product_code,line_item_usage_type,line_item_usage_amount,line_item_unblended_cost\n2026-11-01,AmazonBedrock,USE1-Nova-input-tokens,5,1\n',
      '`pricing_unit` must say',
    ],
  ] as const)('rejects a file of %s that it cannot read: %s', async (source, text, problem) => {
    await expect(readText(source, text)).rejects.toThrow(problem);
  });

  it('rejects a row that is too large with its line, without reading on', async () => {
    let pulled = 0;
    const endless = async function* (): AsyncGenerator<string> {
      yield '[\n{"startTime":"';
      for (;;) {
        pulled += 1;
        yield await Promise.resolve('x'.repeat(1024 * 1024));
      }
    };
    const read = async () => {
      for await (const row of readUsage('litellm', { name: 'f', chunks: endless() }, { zone: 'UTC' }))
        expect(row).toBe(0);
    };
    await expect(read()).rejects.toThrow('f:2: The row is too large');
    expect(pulled).toBeLessThan(20);
  });

  it('rejects a row of a CSV that is too large with its line, without reading on', async () => {
    let pulled = 0;
    const endless = async function* (): AsyncGenerator<string> {
      yield 'startTime,api_key,spend,prompt_tokens,completion_tokens\n"';
      for (;;) {
        pulled += 1;
        yield await Promise.resolve('x'.repeat(1024 * 1024));
      }
    };
    const read = async () => {
      for await (const row of readUsage('litellm', { name: 'f', chunks: endless() }, { zone: 'UTC' }))
        expect(row).toBe(0);
    };
    await expect(read()).rejects.toThrow('f:2: The row is too large');
    expect(pulled).toBeLessThan(20);
  });

  it('finds the same objects wherever the text is cut', async () => {
    const name = fc.constantFrom('a', 'data', 'x"y', '\\', 'é{[');
    const value = fc.oneof(fc.string(), fc.integer(), fc.array(fc.string(), { maxLength: 3 }));
    const objects = fc.array(fc.dictionary(name, value, { maxKeys: 4 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        objects,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('list', 'page', 'lines'),
        async (all, size, form) => {
          const pretty = JSON.stringify(all, null, size % 3);
          const page = `{"object":"page","data":${pretty},"next":{"data":[{}]}}`;
          const lines = all.map((each) => JSON.stringify({ id: each })).join('\n');
          const text = { list: pretty, page, lines }[form];
          const found: unknown[] = [];
          for await (const piece of splitJson('f', cut(text, size))) found.push(JSON.parse(piece.text));
          // The page's end has an object of its own, which is none of the list.
          expect(found).toEqual(form === 'lines' ? all.map((each) => ({ id: each })) : all);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('hostile files of usage', () => {
  const written = (row: object, source: UsageSource = 'litellm') => readText(source, JSON.stringify(row));
  const ROW = { startTime: '2026-11-01T10:00:00Z', api_key: 'k', spend: 1 };

  it.each([
    ['model', { toString: 1 }],
    ['model', {}],
    ['model', [['a']]],
    ['prompt_tokens', { toString: 1 }],
    ['spend', { valueOf: 1 }],
    ['startTime', [1]],
  ])('end with the line and the field, also for an object in place of a text: %s %j', async (field, value) => {
    await expect(written({ ...ROW, [field]: value })).rejects.toThrow(`file:1: \`${field}\` must be`);
  });

  it('lose no rows without a word: lists within lists are rejected', async () => {
    await expect(written([[ROW]])).rejects.toThrow('file:1: The file is no JSON of usage');
    await expect(written({ data: [[ROW]] }, 'openai')).rejects.toThrow('file:1: The file is no JSON of usage');
    expect(await written([ROW, { ...ROW, messages: [[1]] }])).toHaveLength(2);
  });

  it('bring neither halves of pairs nor controls of the direction into names', async () => {
    const [row] = await written({ ...ROW, model: 'a\ud800b\u0000c\u202ed👩‍💻' });
    expect(row?.model).toBe('a b c d👩‍💻');
  });

  it.each([99_999_999_999, 1_000_000_000])('bring no usage of a far year: %p', async (end) => {
    const page = { start_time: end - 86_400, end_time: end, results: [{ model: 'm', input_tokens: 1 }] };
    await expect(written(page, 'openai')).rejects.toThrow('file:1: `start_time` must be a time in seconds');
  });
});

describe('sums of usage', () => {
  it('are those of the rows to the last digit, however many are taken at a time', () => {
    const row = fc.record({
      units: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 24n }),
      model: fc.constantFrom('a', 'b', null),
      hour: fc.integer({ min: 0, max: 50 }),
      tokens: fc.integer({ min: 0, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), fc.integer({ min: 1, max: 7 }), (rows, most) => {
        const collector = new UsageCollector();
        const taken = [];
        for (const { hour, model, tokens, units } of rows) {
          const at = new Date(Date.UTC(2026, 10, 1, hour));
          const none = { team: null, key: null, keyHash: null, user: null, customer: null, tags: null };
          const counts = { requests: 1, failedRequests: 0, completionTokens: 0, cachedTokens: 0, cacheWriteTokens: 0 };
          collector.add({
            ...none,
            ...counts,
            part: 'all',
            at,
            isDay: false,
            model,
            provider: 'openai',
            promptTokens: tokens,
            cost: units,
            costKind: 'other',
          });
          if (collector.size >= most) taken.push(...collector.take(most));
        }
        taken.push(...collector.take(1_000));
        const sum = rows.reduce((total, { units }) => total + units, 0n);
        expect(taken.reduce((total, { cost_usd }) => total + (readAmount(cost_usd) ?? 0n), 0n)).toBe(sum);
        expect(collector.byModel.reduce((total, { cost }) => total + cost, 0n)).toBe(sum);
        expect(taken.reduce((total, { prompt_tokens }) => total + prompt_tokens, 0)).toBe(
          rows.reduce((total, { tokens }) => total + tokens, 0),
        );
      }),
    );
  });

  it.each([
    ['0.1', '0.1'],
    ['1e-7', '0.0000001'],
    ['-2.50', '-2.5'],
    ['12', '12'],
    ['0.0000000000000000005', '0.000000000000000001'],
  ])('read %s as %s', (text, written) => {
    const amount = readAmount(text);
    expect(amount === undefined ? undefined : writeAmount(amount)).toBe(written);
  });

  it.each(['', 'x', '1e99', '1,5', '0x1', '1e400'])('reject %p', (text) => {
    expect(readAmount(text)).toBeUndefined();
  });

  it('shows dollars to the cent, and small ones to six decimals', () => {
    expect(['1234.567', '0.0042', '-1', '0'].map((text) => showDollars(readAmount(text) ?? 0n))).toEqual([
      '$1234.57',
      '$0.004200',
      '-$1.00',
      '$0.00',
    ]);
  });
});

describe('times of usage', () => {
  it.each([
    ['2026-11-01 10:00:00', 'America/New_York', '2026-11-01T15:00:00.000Z'],
    ['2026-10-31 10:00:00', 'America/New_York', '2026-10-31T14:00:00.000Z'],
    ['2026-11-01 01:30:00', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-11-01T10:00:00+05:30', 'America/New_York', '2026-11-01T04:30:00.000Z'],
    ['2026-11-01 10:00:00.5+00', 'Asia/Kathmandu', '2026-11-01T10:00:00.000Z'],
    ['2026-11-01 10:00:00', 'Asia/Kathmandu', '2026-11-01T04:15:00.000Z'],
  ])('reads %s in %s', (text, zone, expected) => {
    expect(readTime(text, zone)?.at.toISOString()).toBe(expected);
  });

  it.each(['2026-02-30', '1999-01-01', '2026-11-01T25:00:00Z', 'now'])('rejects %s', (text) => {
    expect(readTime(text, 'UTC')).toBeUndefined();
  });
});

describe('a mapping', () => {
  it('names teams by project, else by key, and keys, users and models', async () => {
    const mapping = parseUsageMapping(
      'teams: { proj_search: search, key_support_1: support }\nmodels: { gpt-4o-2024-08-06: large }\n',
    );
    const [first, second] = await readFixture('openai', 'openai-usage.json');
    if (first === undefined || second === undefined) throw new Error('no rows');
    expect(mapRow(first, mapping)).toMatchObject({ team: 'search', model: 'large', key: 'key_search_1' });
    expect(mapRow(second, mapping)).toMatchObject({ team: 'support', model: 'gpt-4o-mini-2024-07-18' });
    expect(mapRow(first, NO_MAPPING)).toEqual(first);
  });

  it('of many names is read in a time that grows with their number', () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `  key_${at}: name\n`).join('');
    const start = process.cpuUsage();
    expect(parseUsageMapping(`teams:\n${names}`).teams.size).toBe(20_000);
    // A parser that compares each name with each takes a minute.
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(10);
  });

  it.each([
    ['[]', 'must be an object'],
    ['team: {}', 'has `team`'],
    ['teams: { a: 1 }', '`teams.a`'],
    ['teams: x', '`teams` of the mapping'],
    ['{', 'neither YAML nor JSON'],
    ['teams: { a: b, a: c }', 'a name twice'],
    ['teams: { a: &b c, d: *b }', 'an alias'],
  ])('is rejected: %s', (text, problem) => {
    expect(() => parseUsageMapping(text)).toThrow(problem);
  });
});
