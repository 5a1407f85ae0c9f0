import type { components } from '../../../api/schema.js';
import type { Suite } from './suite-values.js';

type Change = components['schemas']['UpdateEvalSuiteDto'];
type Schedule = components['schemas']['EvalScheduleDto'];

/** Schedule of a suite's own runs, and the receiver of alerts about regressions. */
export type ScheduleValues = {
  readonly isOn: boolean;
  readonly cron: string;
  readonly timezone: string;
  /** Empty: no limit. */
  readonly max_cost_usd: number | '';
  /** Runs have the rights of whoever set the schedule: this sets it anew. */
  readonly takesOver: boolean;
  /** Empty: the stored address stays. */
  readonly webhook_url: string;
  readonly removesWebhook: boolean;
  /** Empty: the completed run before. */
  readonly baseline_run_id: string;
  /** Problems with the schedule as a whole are shown here. */
  readonly schedule: null;
};

const EVERY_NIGHT = '0 3 * * *';

/** @param zone of the browser, for a schedule that is new */
export function valuesOfSchedule({ baseline_run_id, schedule }: Suite, zone: string): ScheduleValues {
  return {
    isOn: schedule !== null,
    cron: schedule?.cron ?? EVERY_NIGHT,
    timezone: schedule?.timezone ?? zone,
    max_cost_usd: schedule?.max_cost_usd ?? '',
    takesOver: false,
    webhook_url: '',
    removesWebhook: false,
    baseline_run_id: baseline_run_id ?? '',
    schedule: null,
  };
}

/** Only what differs is sent: who sends a schedule lends it their rights. */
export function toScheduleChange(values: ScheduleValues, stored: Suite): Change {
  const schedule = toSchedule(values);
  const baseline = values.baseline_run_id === '' ? null : values.baseline_run_id;
  const url = values.webhook_url.trim();
  return {
    ...((values.takesOver || !isSame(schedule, stored.schedule)) && { schedule }),
    ...(url !== '' && { webhook_url: url }),
    ...(url === '' && values.removesWebhook && { webhook_url: null }),
    ...(baseline !== stored.baseline_run_id && { baseline_run_id: baseline }),
  };
}

function toSchedule({ cron, isOn, max_cost_usd, timezone }: ScheduleValues): Schedule | null {
  if (!isOn) return null;
  return { cron: cron.trim(), timezone: timezone.trim(), ...(max_cost_usd !== '' && { max_cost_usd }) };
}

function isSame(next: Schedule | null, stored: Suite['schedule']): boolean {
  if (next === null || stored === null) return next === stored;
  const { cron, max_cost_usd: limit = null, timezone } = next;
  return cron === stored.cron && timezone === stored.timezone && limit === stored.max_cost_usd;
}

/** Finds wrong values before the API is called: the field, and the key of its text. */
export function findScheduleProblems(values: ScheduleValues): Partial<Record<keyof ScheduleValues, string>> {
  const problems: Partial<Record<keyof ScheduleValues, string>> = {};
  if (values.isOn && values.cron.trim().split(/\s+/).length !== 5) problems.cron = 'required.cron';
  if (values.isOn && !isTimeZone(values.timezone.trim())) problems.timezone = 'required.timezone';
  const url = values.webhook_url.trim();
  if (url !== '' && !/^https?:\/\/./.test(url)) problems.webhook_url = 'required.webhook';
  return problems;
}

function isTimeZone(name: string): boolean {
  try {
    return name !== '' && Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
