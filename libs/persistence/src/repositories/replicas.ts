import type { Access } from '../connection/connection.js';
import type { JsonObject } from '../records/json.js';
import { command, statement } from '../statements/statement.js';

/** A process of a service. */
export interface Replica {
  readonly id: string;
  /** Such as `multilane-gateway`. */
  readonly service: string;
  readonly version: string;
  readonly commit: string | null;
  readonly startedAt: Date;
  /** By the clock of the database, like everything that is decided by it. */
  readonly seenAt: Date;
  /** Facts that it reports about itself. */
  readonly facts: JsonObject;
}

/** Seconds after which a process without a heartbeat counts as gone: three heartbeats. */
export const ALIVE_SECONDS = 45;

/** Number shown at most. */
const MOST = 1_000;

const BEAT =
  command(`INSERT INTO replicas (id, service, version, commit, started_at, facts) VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (id) DO UPDATE SET seen_at = now(), facts = excluded.facts`);
const REMOVE_DEAD = command("DELETE FROM replicas WHERE seen_at < now() - interval '1 hour'");
const REMOVE = command('DELETE FROM replicas WHERE id = $1');
const LIST_ALIVE = statement<Replica>(
  {
    id: 'uuid',
    service: 'text',
    version: 'text',
    commit: 'text?',
    startedAt: 'timestamptz',
    seenAt: 'timestamptz',
    facts: 'jsonb',
  },
  `SELECT id, service, version, commit, started_at AS "startedAt", seen_at AS "seenAt", facts FROM replicas
   WHERE seen_at > now() - interval '${ALIVE_SECONDS} seconds' ORDER BY service, started_at, id LIMIT ${MOST}`,
);

/** The processes that give heartbeats. Not a change of anything. */
export class ReplicaQueries {
  constructor(private readonly access: Access) {}

  /** A heartbeat. Processes that have given none for an hour are forgotten. */
  async beat({ id, service, version, commit, startedAt, facts }: Omit<Replica, 'seenAt'>): Promise<void> {
    const values = [id, service, version, commit, startedAt.toISOString(), JSON.stringify(facts)];
    await this.access.run(async (manager) => {
      await BEAT.run(manager, values);
      await REMOVE_DEAD.run(manager);
    });
  }

  /** A process ends. */
  async remove(id: string): Promise<void> {
    await REMOVE.run(this.access, [id]);
  }

  /** Those of the last seconds, the oldest of each service first. */
  listAlive(): Promise<readonly Replica[]> {
    return LIST_ALIVE.rows(this.access);
  }
}
