import type { Access } from '../../connection/connection.js';
import { UserEntity } from '../../entities/people.entity.js';
import type { SecondFactorRecord, UserRecord } from '../../records/people.js';
import { AuditedTable, type ChangeScope } from '../audited-table.js';
import { TenantTable, whereOf } from '../tenant-table.js';
import { recordChange } from '../trail/record-change.js';
import { toUser } from './users.js';

/** Sealing purpose of the secret of a person's authenticator app. */
export const secondFactorOf = (userId = ''): string => `second_factor ${userId}`;

const NONE = {
  secondFactorSealed: null,
  secondFactorSince: null,
  secondFactorBegunSealed: null,
  secondFactorBegunAt: null,
  secondFactorStep: null,
  secondFactorFailures: 0,
  secondFactorRefusedUntil: null,
  recoveryCodeHashes: [],
};

function toSecondFactor(row: UserEntity): SecondFactorRecord {
  return {
    sealed: row.secondFactorSealed,
    since: row.secondFactorSince,
    begunSealed: row.secondFactorBegunSealed,
    begunAt: row.secondFactorBegunAt,
    step: row.secondFactorStep,
    failures: row.secondFactorFailures,
    refusedUntil: row.secondFactorRefusedUntil,
    recoveryCodeHashes: row.recoveryCodeHashes,
  };
}

/** Second factors of people, with sealed secrets. */
export class SecondFactorQueries {
  constructor(protected readonly access: Access) {}

  /** Undefined if the organization has no such person. */
  find(organizationId: string, userId: string): Promise<SecondFactorRecord | undefined> {
    return this.access.run(async (manager) => {
      const where = whereOf(manager, UserEntity, { organizationId, id: userId });
      const row = where && (await manager.findOne(UserEntity, { where }));
      return row ? toSecondFactor(row) : undefined;
    });
  }
}

/** Changes second factors. Each method but `lock` and `noteStep` leaves an entry in the audit trail. */
export class SecondFactorRepository extends SecondFactorQueries {
  private readonly changing: AuditedTable<UserEntity, UserRecord>;

  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
    this.changing = new AuditedTable(scope, new TenantTable(access, UserEntity, toUser), {
      noun: 'user',
      nameOf: ({ email }) => email,
      topicsOf: () => [],
    });
  }

  /** A second factor, which stays as found until the end of the change. @throws NotFoundError */
  async lock(organizationId: string, userId: string): Promise<SecondFactorRecord> {
    return toSecondFactor(await this.changing.lock(organizationId, userId));
  }

  /** Stores the secret of an enrolment, which counts once a code has proven it. An earlier one is forgotten. */
  async begin(organizationId: string, userId: string, sealed: string): Promise<void> {
    const values = { secondFactorBegunSealed: sealed, secondFactorBegunAt: new Date() };
    await this.changing.updateHidden(organizationId, userId, values, 'begin_second_factor');
  }

  /** Makes the secret of the enrolment the one that counts, with new recovery codes. */
  async enable(
    organizationId: string,
    userId: string,
    { sealed, step, recoveryCodeHashes }: { sealed: string; step: number; recoveryCodeHashes: readonly string[] },
  ): Promise<UserRecord> {
    const values = {
      ...NONE,
      secondFactorSealed: sealed,
      secondFactorSince: new Date(),
      secondFactorStep: step,
      recoveryCodeHashes: [...recoveryCodeHashes],
    };
    return this.changing.updateHidden(organizationId, userId, values, 'enable_second_factor');
  }

  /** @param verb `remove_second_factor` by the person, `reset_second_factor` by somebody else */
  async remove(
    organizationId: string,
    userId: string,
    verb: 'remove_second_factor' | 'reset_second_factor',
  ): Promise<void> {
    await this.changing.updateHidden(organizationId, userId, NONE, verb);
  }

  /** Replaces the recovery codes. */
  async renewRecoveryCodes(organizationId: string, userId: string, hashes: readonly string[]): Promise<void> {
    const values = { recoveryCodeHashes: [...hashes] };
    await this.changing.updateHidden(organizationId, userId, values, 'renew_recovery_codes', { left: hashes.length });
  }

  /** Uses a recovery code up: `left` are the hashes of the others. */
  async useRecoveryCode(organizationId: string, userId: string, left: readonly string[]): Promise<void> {
    const values = { recoveryCodeHashes: [...left], secondFactorFailures: 0, secondFactorRefusedUntil: null };
    await this.changing.updateHidden(organizationId, userId, values, 'use_recovery_code', { left: left.length });
  }

  /** Notes that the code of a time step was used. Not a change of anything that people see. */
  async noteStep(organizationId: string, userId: string, step: number): Promise<void> {
    const values = { secondFactorStep: step, secondFactorFailures: 0, secondFactorRefusedUntil: null };
    await this.scope.manager.update(UserEntity, { organizationId, id: userId }, values);
  }

  /** Counts a wrong code. @param refusedUntil time until which no further code is taken */
  async noteFailure(
    { id, organizationId, email: name }: Pick<UserRecord, 'id' | 'organizationId' | 'email'>,
    failures: number,
    refusedUntil: Date | null,
  ): Promise<void> {
    const values = { secondFactorFailures: failures, secondFactorRefusedUntil: refusedUntil };
    await this.scope.manager.update(UserEntity, { organizationId, id }, values);
    const details = { failures, refusedUntil: refusedUntil?.toISOString() ?? null };
    recordChange(this.scope, 'user.refuse_second_factor', { organizationId }, { id, name }, null, details);
  }
}
