import type { Sql } from '@multilane/persistence';
import { countFirings, type Firings } from './count-firings.js';
import { publishWorkflow, type WorkspaceMember } from './workspace-member.js';

/** All are due at the same second of every minute. */
const SCHEDULES = 20;
const EVERY_MINUTE = '* * * * *';

export interface Schedules {
  readonly workflowIds: readonly string[];
  /** Fires no more. */
  stop(): Promise<void>;
  /** Counts the firings, once all runs have ended. @param seen keys by `<path> <time>` */
  count(seen: ReadonlyMap<string, ReadonlySet<string>>): Promise<Firings>;
}

/** Publishes workflows that are due every minute and send one request. */
export async function startSchedules(member: WorkspaceMember, sql: Sql, sinkUrl: string): Promise<Schedules> {
  const workflowIds: string[] = [];
  for (let number = 0; number < SCHEDULES; number += 1) {
    const step = { id: 'tell', kind: 'http', method: 'POST', body: { at: '{{input.scheduled_at}}' } };
    const definition = { nodes: [{ ...step, url: `${sinkUrl}/scheduled/${number}` }] };
    workflowIds.push(await publishWorkflow(member, `every minute ${number}`, definition, EVERY_MINUTE));
  }
  return {
    workflowIds,
    stop: async () => {
      for (const id of workflowIds) await member.call('PATCH', `/w/workflows/${id}`, { enabled: false });
    },
    count: async (seen) => {
      const { rows } = await sql.executeSql(
        `SELECT workflow_id AS workflow, trigger_key AS key FROM workflow_runs
          WHERE workflow_id = ANY($1::uuid[]) AND trigger = 'schedule'`,
        [workflowIds],
      );
      const runs = rows as { workflow: string; key: string }[];
      const times = runs.map(({ key, workflow }) => ({
        schedule: workflowIds.indexOf(workflow),
        at: key.replace('schedule ', ''),
      }));
      return countFirings(times, seen);
    },
  };
}
