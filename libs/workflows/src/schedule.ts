import { writeProblem } from '@multilane/contracts';
import { Cron } from 'croner';

/** Schedule on which a workflow runs by itself. */
export interface WorkflowSchedule {
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  /** A name of the IANA database, such as `Europe/Berlin`. */
  readonly timezone: string;
}

/** Finds the problem of a schedule: the field, and a sentence about it. Undefined if nothing is. */
export function findScheduleProblem({
  cron,
  timezone,
}: WorkflowSchedule): { readonly field: keyof WorkflowSchedule; readonly message: string } | undefined {
  if (!isTimezone(timezone)) {
    return { field: 'timezone', message: writeProblem('not_time_zone') };
  }
  const message = writeProblem('not_cron');
  if (cron.length > 100 || cron.trim().split(/\s+/).length !== 5) return { field: 'cron', message };
  try {
    return nextTime({ cron, timezone }, new Date()) === undefined ? { field: 'cron', message } : undefined;
  } catch {
    return { field: 'cron', message };
  }
}

/**
 * The first time after `after` at which a schedule is due; undefined: never. An hour that a change of the clock skips is due right after
 * it, and one that it repeats is due once.
 */
export function nextTime({ cron, timezone }: WorkflowSchedule, after: Date): Date | undefined {
  return new Cron(cron, { timezone, mode: '5-part', paused: true }).nextRun(after) ?? undefined;
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' && name.length <= 64;
  } catch {
    return false;
  }
}
