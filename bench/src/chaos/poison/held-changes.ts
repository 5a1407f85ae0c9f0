import type { SilentLink } from '@multilane/testing';
import { Client } from 'pg';
import type { Held } from './trap.js';

/** Changes of rows that wait until they are let go. */
export interface HeldChanges {
  /** From now on, the first change that a job of a kind makes waits. @param when a condition on its row, as triggers have them */
  hold(kind: string, change: RowChange): Promise<void>;
  /** Lets the changes of a kind go, now and later. */
  release(kind: string): Promise<void>;
  /** Changes that wait now. */
  held(): Promise<readonly Held[]>;
  close(): Promise<void>;
}

interface RowChange {
  readonly event: 'UPDATE' | 'DELETE';
  readonly table: string;
  readonly when: string;
}

const FUNCTION = `CREATE FUNCTION chaos_hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM pg_advisory_xact_lock_shared(TG_ARGV[0]::int, 0);
  RETURN COALESCE(NEW, OLD);
END $$`;
const WAITING = `SELECT pid, client_port AS port, classid::int AS number FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND objsubid = 2 AND objid = 0 AND NOT granted`;

interface Waiting {
  readonly pid: number;
  readonly port: number;
  readonly number: number;
}

/** Holds changes with locks of a session of its own. Jobs whose work is all in the database are caught so. */
export async function startHeldChanges(
  databaseUrl: string,
  link: Pick<SilentLink, 'findClient'>,
): Promise<HeldChanges> {
  const client = new Client({ connectionString: databaseUrl });
  // The world may end before this does.
  client.on('error', (error) => process.stderr.write(`the session that holds changes ended: ${error.message}\n`));
  await client.connect();
  await client.query(FUNCTION);
  const kinds: string[] = [];
  return {
    hold: async (kind, { event, table, when }) => {
      const number = kinds.push(kind);
      await client.query('SELECT pg_advisory_lock($1::int, 0)', [number]);
      await client.query(
        `CREATE TRIGGER chaos_hold_${number} BEFORE ${event} ON ${table} FOR EACH ROW WHEN (${when})
           EXECUTE FUNCTION chaos_hold(${number})`,
      );
    },
    release: async (kind) => {
      const number = kinds.indexOf(kind) + 1;
      // Ends the sessions of workers that were killed: their change would still happen.
      await client.query(`SELECT pg_terminate_backend(pid) FROM (${WAITING}) AS waiting WHERE number = $1`, [number]);
      await client.query('SELECT pg_advisory_unlock($1::int, 0)', [number]);
    },
    held: async () => {
      const { rows } = await client.query<Waiting>(WAITING);
      const held: Held[] = [];
      for (const { number, pid, port } of rows) {
        // The database sees the link before it, and not the worker.
        const near = link.findClient(port);
        // Ends the session of a worker that was killed: it does not notice while it waits.
        if (near === undefined) await client.query('SELECT pg_terminate_backend($1)', [pid]);
        else held.push({ kind: kinds[number - 1] ?? '', port: near });
      }
      return held;
    },
    close: () => client.end(),
  };
}
