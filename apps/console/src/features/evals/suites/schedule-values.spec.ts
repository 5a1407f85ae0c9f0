import { describe, expect, it } from '@jest/globals';
import { findScheduleProblems, type ScheduleValues, toScheduleChange, valuesOfSchedule } from './schedule-values.js';
import type { Suite } from './suite-values.js';

const STORED: Suite = {
  object: 'eval.suite',
  id: 's',
  workspace_id: 'w',
  name: 'nightly',
  description: '',
  dataset_id: 'd',
  dataset_version: null,
  targets: [],
  graders: [],
  repeats: 1,
  schedule: {
    cron: '0 3 * * *',
    timezone: 'Europe/Berlin',
    max_cost_usd: 5,
    next_run_at: '2026-01-02T02:00:00Z',
    problem: null,
  },
  webhook_receiver: 'https://example.com',
  baseline_run_id: 'r',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};
const WITHOUT: Suite = { ...STORED, schedule: null, webhook_receiver: null, baseline_run_id: null };
const SCHEDULE = { cron: '0 3 * * *', timezone: 'Europe/Berlin', max_cost_usd: 5 };

const changed = (stored: Suite, change: Partial<ScheduleValues>) =>
  toScheduleChange({ ...valuesOfSchedule(stored, 'Asia/Tokyo'), ...change }, stored);

describe('the schedule of a suite', () => {
  it.each<[string, Suite, Partial<ScheduleValues>, object]>([
    ['nothing was touched', STORED, {}, {}],
    ['there is none and nothing was touched', WITHOUT, {}, {}],
    ['it is turned off', STORED, { isOn: false }, { schedule: null }],
    ['it is turned on', WITHOUT, { isOn: true }, { schedule: { cron: '0 3 * * *', timezone: 'Asia/Tokyo' } }],
    ['its times change', STORED, { cron: ' 0 4 * * 1 ' }, { schedule: { ...SCHEDULE, cron: '0 4 * * 1' } }],
    ['its zone changes', STORED, { timezone: 'UTC' }, { schedule: { ...SCHEDULE, timezone: 'UTC' } }],
    ['its limit goes', STORED, { max_cost_usd: '' }, { schedule: { cron: '0 3 * * *', timezone: 'Europe/Berlin' } }],
    ['another person takes it over', STORED, { takesOver: true }, { schedule: SCHEDULE }],
    ['an address is entered', STORED, { webhook_url: ' https://a.example ' }, { webhook_url: 'https://a.example' }],
    ['the address is removed', STORED, { removesWebhook: true }, { webhook_url: null }],
    ['the run before is the baseline', STORED, { baseline_run_id: '' }, { baseline_run_id: null }],
    ['another run is', STORED, { baseline_run_id: 'q' }, { baseline_run_id: 'q' }],
  ])('sends the changes if %s', (_what, stored, change, sent) => {
    expect(changed(stored, change)).toEqual(sent);
  });

  it.each<[Partial<ScheduleValues>, object]>([
    [{}, {}],
    [{ cron: '* * * *' }, { cron: 'required.cron' }],
    [{ timezone: 'Mars/Olympus' }, { timezone: 'required.timezone' }],
    [{ timezone: '' }, { timezone: 'required.timezone' }],
    [{ isOn: false, cron: '', timezone: '' }, {}],
    [{ webhook_url: 'example.com' }, { webhook_url: 'required.webhook' }],
  ])('with %j has the problems %j', (change, problems) => {
    expect(findScheduleProblems({ ...valuesOfSchedule(STORED, 'UTC'), ...change })).toEqual(problems);
  });
});
