import type { EntityManager, EntityTarget } from 'typeorm';
import { LimitReachedError } from '../database-error.js';
import type { Actor } from '../records/change.js';
import { command, statement } from '../statements/statement.js';

/** Most objects of each kind that one organization has, by the noun of the kind, and most megabytes that its policies have together. */
export interface OrganizationLimits {
  readonly objects: Readonly<Record<string, number>>;
  readonly policiesMb: number;
}

const MB = 1024 * 1024;

const SIZE_OF_POLICIES = statement(
  { bytes: 'bigint' },
  'SELECT coalesce(sum(octet_length(definition::text)), 0) AS bytes FROM policies WHERE organization_id = $1',
);

/** Two changes at once would each count without the rows of the other. */
const TAKE_TURN = command("SELECT pg_advisory_xact_lock(hashtextextended('room:' || $1, 0))");

/** Rows of one organization and table that a change made. */
interface Made {
  readonly entity: EntityTarget<object>;
  readonly noun: string;
  readonly organizationId: string;
}

/**
 * Counts what an organization has after a change that adds to it, so that no organization fills the memory of the gateways, which hold the
 * objects of all. Operators and the file may go beyond.
 */
export class RoomCheck {
  private readonly made = new Map<string, Made>();
  private readonly grown = new Set<string>();

  constructor(
    private readonly limits: OrganizationLimits | undefined,
    private readonly actor: Pick<Actor, 'type'>,
  ) {}

  /** Notes that the change made a row of the table. */
  note(made: Made): void {
    this.made.set(`${made.noun} ${made.organizationId}`, made);
  }

  /** Notes that policies of the organization are longer after the change. */
  noteGrowth(organizationId: string): void {
    this.grown.add(organizationId);
  }

  /** @throws LimitReachedError if an organization has more of something than it may */
  async demand(manager: EntityManager): Promise<void> {
    if (this.limits === undefined || this.actor.type === 'operator' || this.actor.type === 'system') return;
    const { objects } = this.limits;
    const made = [...this.made.values()].flatMap((each) => {
      const most = objects[each.noun];
      return most === undefined ? [] : [{ ...each, most }];
    });
    const organizations = new Set([...made.map(({ organizationId }) => organizationId), ...this.grown]);
    for (const id of [...organizations].toSorted()) await TAKE_TURN.run(manager, [id]);
    for (const { entity, most, noun, organizationId } of made) {
      if ((await manager.count(entity, { where: { organizationId } })) > most) throw new LimitReachedError(noun, most);
    }
    for (const organizationId of this.grown) await this.demandSize(manager, organizationId, this.limits.policiesMb);
  }

  private async demandSize(manager: EntityManager, organizationId: string, most: number): Promise<void> {
    const { bytes } = await SIZE_OF_POLICIES.one(manager, [organizationId]);
    if (Number(bytes) > most * MB) throw new LimitReachedError('megabyte of policies', most);
  }
}
