import { describe, expect, it } from '@jest/globals';
import { compareRows, idOf, keyOf, nameOf, sumRows, type UsageRow, writeUsageCsv } from './usage-rows.js';

const row = (change: Partial<UsageRow>): UsageRow => ({
  day: null,
  workspace_id: null,
  team_id: null,
  team: null,
  key_id: null,
  key: null,
  user_id: null,
  service_account_id: null,
  model: null,
  provider: null,
  tag_value: null,
  customer: null,
  client: null,
  session: null,
  requests: 1,
  refused_requests: 0,
  failed_requests: 0,
  cancelled_requests: 0,
  prompt_tokens: 1,
  completion_tokens: 2,
  total_tokens: 3,
  cached_tokens: 0,
  cost_usd: 0,
  ...change,
});

describe('groups of usage', () => {
  it('are told apart by id, because names may be the same', () => {
    const [first, second] = [row({ key_id: '1', key: 'ci' }), row({ key_id: '2', key: 'ci' })];
    expect(idOf(first, 'key')).not.toBe(idOf(second, 'key'));
    expect(nameOf(first, 'key')).toBe('ci');
  });

  it('have no name where requests came without one', () => {
    expect(nameOf(row({}), 'model')).toBeUndefined();
  });

  it('include virtual accounts among people', () => {
    expect(idOf(row({ service_account_id: 'a' }), 'user')).toBe('a');
  });

  it('of two dimensions are told apart by both', () => {
    const rows = [
      row({ team_id: 't', model: 'a' }),
      row({ team_id: 't', model: 'b' }),
      row({ team_id: 'ta', model: '' }),
    ];
    expect(new Set(rows.map((each) => keyOf(each, ['team', 'model']))).size).toBe(3);
    expect(writeUsageCsv(rows, ['team', 'model']).split('\r\n')[0]).toMatch(/^day,team,name,model,model_name,requests/);
  });

  it('of a tag are its values', () => {
    expect(nameOf(row({ tag_value: 'search' }), 'tag')).toBe('search');
  });

  it('come with what they did before, highest first', () => {
    const rows = [row({ model: 'a', cost_usd: 1 }), row({ model: 'b', cost_usd: 3 })];
    const compared = compareRows(rows, [row({ model: 'a', cost_usd: 9 })], ['model'], 'cost_usd');
    expect(compared.map(({ before, row: { model } }) => [model, before?.cost_usd])).toEqual([
      ['b', undefined],
      ['a', 9],
    ]);
  });
});

describe('sums of usage', () => {
  it('of money are exact to a ten-billionth', () => {
    expect(sumRows(Array.from({ length: 10 }, () => row({ cost_usd: 0.1 }))).cost_usd).toBe(1);
  });

  it('of nothing are zero', () => {
    expect(sumRows([])).toEqual({
      cost_usd: 0,
      requests: 0,
      total_tokens: 0,
      refused_requests: 0,
      failed_requests: 0,
      cancelled_requests: 0,
    });
  });
});

describe('usage as CSV', () => {
  it('quotes names and never lets a spreadsheet run them', () => {
    const [, first, second] = writeUsageCsv(
      [row({ team: '=cmd()', team_id: 't' }), row({ team: 'a,"b"', team_id: 'u' })],
      ['team'],
    ).split('\r\n');
    expect(first).toContain(`,t,"'=cmd()",`);
    expect(second).toContain(',u,"a,""b""",');
  });

  it.each(['=1+1', '＝1+1', '－1', '＋1', '＠x', '\n=1+1', '\t=1', 'a;=1+1', 'a\t=1+1', "a'"])(
    'writes %j so that no cell begins a formula, whatever separates cells',
    (team) => {
      const text = writeUsageCsv([row({ team, team_id: 't' })], ['team']);
      const cell = text.slice(text.indexOf(',t,') + 3);
      expect(cell).toMatch(/^("'?|')/);
    },
  );

  it('has one line for the head and one for each row', () => {
    expect(
      writeUsageCsv([row({}), row({})], ['model'])
        .trimEnd()
        .split('\r\n'),
    ).toHaveLength(3);
  });
});
