import { describe, expect, it } from '@jest/globals';
import { ALERT_RULE_KINDS, findPlaceProblem, readAlertSettings } from '@multilane/contracts';
import { forecastEnd } from './forecast-end.js';
import { findQuietEnd, findQuietProblem } from './quiet-hours.js';
import { findSpendPattern } from './spend-pattern.js';

const at = (text: string): number => Date.parse(text);

describe('the settings of a rule', () => {
  it.each(Object.keys(ALERT_RULE_KINDS) as (keyof typeof ALERT_RULE_KINDS)[])(
    'have a valid default each, for the kind %s',
    (kind) => {
      const read = readAlertSettings(kind, {});
      expect(read).toEqual({ settings: expect.any(Object) });
      if ('settings' in read) expect(readAlertSettings(kind, read.settings)).toEqual(read);
    },
  );

  it('keep each threshold once, in order', () => {
    expect(readAlertSettings('budget', { thresholds: [100, 80, 80], forecast: false })).toEqual({
      settings: { thresholds: [80, 100], forecast: false },
    });
  });

  it.each([
    ['budget', { thresholds: [] }, 'thresholds'],
    ['budget', { thresholds: [0] }, 'thresholds'],
    ['budget', { thresholds: Array(11).fill(1) }, 'thresholds'],
    ['budget', { forecast: 'yes' }, 'forecast'],
    ['budget', { percent: 1 }, 'percent'],
    ['error_rate', { percent: 101 }, 'percent'],
    ['error_rate', { percent: '10' }, 'percent'],
    ['error_rate', { group_by: 'color' }, 'group_by'],
    ['error_rate', { value: 'gpt' }, 'value'],
    ['error_rate', { group_by: 'model', value: '' }, 'value'],
    ['latency', { window_minutes: Number.NaN }, 'window_minutes'],
    ['regression', { __proto__: null, constructor: 1 }, 'constructor'],
  ] as const)('name what is wrong with those of %s %j', (kind, given, field) => {
    expect(readAlertSettings(kind, given)).toEqual({ problem: { field, message: expect.any(String) } });
  });

  it('name the places that a kind has nothing in', () => {
    expect(findPlaceProblem('budget', { workspaceId: 'w', teamId: 't' })).toBeUndefined();
    expect(findPlaceProblem('rotation', { workspaceId: 'w', teamId: 't' })).toContain('team');
    expect(findPlaceProblem('backlog', { workspaceId: 'w', teamId: null })).toContain('organization');
    expect(findPlaceProblem('backlog', { workspaceId: null, teamId: null })).toBeUndefined();
  });
});

describe('quiet hours', () => {
  const night = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' };

  it.each([
    ['before midnight', '2026-11-30T21:30:00Z', '2026-12-01T06:00:00Z'],
    ['after midnight', '2026-12-01T05:59:59Z', '2026-12-01T06:00:00Z'],
    ['in the night in which the clock goes forward', '2027-03-27T22:00:00Z', '2027-03-28T05:00:00Z'],
    ['in the night in which it goes back', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00Z'],
  ])('end at their time by the clock of the zone, %s', (_when, now, end) => {
    expect(findQuietEnd(night, at(now))).toBe(at(end));
  });

  it.each(['2026-12-01T06:00:00Z', '2026-12-01T12:00:00Z', '2026-12-01T20:59:00Z'])('are over at %s', (now) => {
    expect(findQuietEnd(night, at(now))).toBeUndefined();
  });

  it('can be within one day', () => {
    const lunch = { from: '12:00', to: '13:00', timezone: 'UTC' };
    expect(findQuietEnd(lunch, at('2026-12-01T12:30:00Z'))).toBe(at('2026-12-01T13:00:00Z'));
    expect(findQuietEnd(lunch, at('2026-12-01T13:00:00Z'))).toBeUndefined();
  });

  it('end where the clock jumps over their end', () => {
    const hours = { from: '01:00', to: '02:30', timezone: 'Europe/Berlin' };
    expect(findQuietEnd(hours, at('2027-03-28T00:30:00Z'))).toBe(at('2027-03-28T01:00:00Z'));
  });

  it.each([
    [{ from: '24:00', to: '07:00', timezone: 'UTC' }, 'from'],
    [{ from: '22:00', to: '7', timezone: 'UTC' }, 'to'],
    [{ from: '22:00', to: '22:00', timezone: 'UTC' }, 'to'],
    [{ from: '22:00', to: '07:00', timezone: 'Mars/Olympus' }, 'timezone'],
  ])('with a mistake are rejected: %j', (hours, field) => {
    expect(findQuietProblem(hours)?.field).toBe(field);
  });

  it('that are fine have no problem', () => {
    expect(findQuietProblem(night)).toBeUndefined();
  });
});

describe('the pattern of spend', () => {
  it('is the median of earlier hours and some spreads above it', () => {
    const pattern = findSpendPattern([10, 12, 11, 9, 100], 3, 0);
    expect(pattern).toMatchObject({ median: 11, spread: expect.closeTo(1.4826), limit: expect.closeTo(15.4478) });
  });

  it('leaves room for the floor where earlier hours were all alike', () => {
    expect(findSpendPattern([0, 0, 0, 0], 3, 5)).toEqual({ median: 0, spread: 0, limit: 5 });
  });

  it('is unknown with too few hours', () => {
    expect(findSpendPattern([1, 2], 3, 5)).toBeUndefined();
  });
});

describe('the forecast of a budget', () => {
  const month = { startsAt: at('2026-11-01T00:00:00Z'), endsAt: at('2026-12-01T00:00:00Z'), limit: 30 };

  it('goes on as the period did so far', () => {
    expect(forecastEnd({ ...month, spent: 20 }, at('2026-11-11T00:00:00Z'))).toBe(at('2026-11-16T00:00:00Z'));
  });

  it.each([
    ['it lasts to the end', 5, '2026-11-11T00:00:00Z'],
    ['it is too early', 20, '2026-11-02T00:00:00Z'],
    ['all is spent', 30, '2026-11-11T00:00:00Z'],
    ['nothing is spent', 0, '2026-11-11T00:00:00Z'],
  ])('says nothing where %s', (_why, spent, now) => {
    expect(forecastEnd({ ...month, spent }, at(now))).toBeUndefined();
  });

  it('says nothing of a budget without an end', () => {
    expect(
      forecastEnd({ ...month, endsAt: Number.POSITIVE_INFINITY, spent: 20 }, at('2026-11-11T00:00:00Z')),
    ).toBeUndefined();
  });
});
