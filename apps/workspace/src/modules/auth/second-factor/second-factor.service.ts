import { findTotpStep, hashRecoveryCode, newRecoveryCodes, newTotpSecret, toTotpAddress } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import {
  type Actor,
  type Change,
  type Database,
  SecretBox,
  secondFactorOf,
  type UserRecord,
} from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { refuseUntil } from '../../../access/throttle.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../../services/workspace-services.js';
import { AuthThrottles } from '../auth-throttles.js';

/** Secret of an enrolment, for the authenticator app of its person. */
export interface Enrolment {
  /** In base32. */
  readonly secret: string;
  /** The same with all that an app needs to know, as in the QR code. */
  readonly address: string;
  readonly expiresAt: Date;
}

/** Time for scanning the code and entering the first one, in milliseconds. */
const ENROLMENT_MS = 15 * 60_000;

/** Wrong codes in a row after which codes of the app are refused for a time, which doubles with each further one. */
const MOST_FAILURES = 10;
const FIRST_PAUSE_MS = 15 * 60_000;
const LONGEST_PAUSE_MS = 24 * 3_600_000;

const APP_CODE = /^\d{6}$/;

/** Message for a code that was not right, whatever the error is otherwise. */
export const WRONG_CODE = 'The code is wrong, too old or was already used.';

type Outcome = 'right' | 'wrong' | { readonly refusedForMs: number };

/**
 * Second factors of people who sign in with a password (docs/contract/sign-in.md#second-factor). Everything that decides is read and
 * written in one transaction that holds the person's row, so that it holds for all replicas: a code is used once, and no number of
 * requests at once gets more guesses.
 */
@Injectable()
export class SecondFactorService {
  private readonly box: SecretBox;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) { config }: WorkspaceServices,
    @Inject(AuthThrottles) private readonly throttles: AuthThrottles,
  ) {
    this.box = SecretBox.fromKeys(config.encryption.key ?? '');
  }

  /**
   * Uses up a code of the app, or a recovery code. Tries are bounded by address, by account and address, and by account in the database.
   *
   * @param refuse makes the failure for a wrong code, with the `param` `code`
   * @throws GatewayError 429 `rate_limit_exceeded` while codes are refused, and what `refuse` makes
   */
  useCode(person: UserRecord, code: string, actor: Actor, refuse: () => GatewayError): Promise<void> {
    return this.bound(person, actor, async () => {
      const outcome = await this.database.change(actor, (change) => this.tryCode(change, person, code));
      if (outcome === 'wrong') throw refuse();
      if (outcome !== 'right') throw refuseUntil({ msBeforeNext: outcome.refusedForMs });
    });
  }

  /**
   * Makes the secret of an enrolment. It counts once a code has proven it.
   *
   * @param mayReplace false where no second factor may be there yet (401 `invalid_login`)
   */
  async begin(person: UserRecord, actor: Actor, mayReplace: boolean): Promise<Enrolment> {
    await this.throttles.takeIssue(`second-factor ${person.id}`);
    const { id, organizationId, email: account } = person;
    const secret = newTotpSecret();
    const sealed = this.box.seal(secret, secondFactorOf(id));
    await this.database.change(actor, async ({ secondFactors }) => {
      if (!mayReplace && (await secondFactors.lock(organizationId, id)).sealed !== null) throw isEnrolled();
      await secondFactors.begin(organizationId, id, sealed);
    });
    const organization = await this.database.organizations.find(organizationId);
    const issuer = organization === undefined ? 'Multilane' : `Multilane (${organization.name})`;
    return {
      secret,
      address: toTotpAddress(secret, { issuer, account }),
      expiresAt: new Date(Date.now() + ENROLMENT_MS),
    };
  }

  /**
   * Ends the enrolment with the first code of the app. Returns the recovery codes, which nobody can read again.
   *
   * @param mayReplace as of `begin`
   * @throws GatewayError 409 `conflict` without an enrolment, and what `refuse` makes for a wrong code
   */
  async confirm(
    person: UserRecord,
    code: string,
    actor: Actor,
    { mayReplace, refuse }: { readonly mayReplace: boolean; readonly refuse: () => GatewayError },
  ): Promise<readonly string[]> {
    const { id, organizationId } = person;
    const codes = newRecoveryCodes();
    const recoveryCodeHashes = codes.map((recoveryCode) => hashRecoveryCode(id, recoveryCode));
    await this.bound(person, actor, () =>
      this.database.change(actor, async ({ secondFactors }) => {
        const { sealed: current, begunSealed: sealed, begunAt } = await secondFactors.lock(organizationId, id);
        if (!mayReplace && current !== null) throw isEnrolled();
        const now = Date.now();
        if (sealed === null || begunAt === null || now - begunAt.getTime() >= ENROLMENT_MS) throw hasNoEnrolment();
        const step = findTotpStep(this.box.open(sealed, secondFactorOf(id)), withoutSpaces(code), now);
        if (step === undefined) throw refuse();
        await secondFactors.enable(organizationId, id, { sealed, step, recoveryCodeHashes });
      }),
    );
    return codes;
  }

  /** Replaces all recovery codes. Returns the new ones. */
  async renewRecoveryCodes({ id, organizationId }: UserRecord, actor: Actor): Promise<readonly string[]> {
    const codes = newRecoveryCodes();
    const hashes = codes.map((code) => hashRecoveryCode(id, code));
    await this.database.change(actor, ({ secondFactors }) =>
      secondFactors.renewRecoveryCodes(organizationId, id, hashes),
    );
    return codes;
  }

  /** Fails with 409 `conflict` where the organization requires a second factor. */
  async remove({ id, organizationId }: UserRecord, actor: Actor): Promise<void> {
    await this.database.change(actor, async ({ organizations, secondFactors }) => {
      // Locked: it may become required at this moment.
      if ((await organizations.lock(organizationId)).requiresSecondFactor) {
        throw new GatewayError('conflict', {
          message: 'Your organization requires a second factor. Set up another one instead.',
        });
      }
      await secondFactors.remove(organizationId, id, 'remove_second_factor');
    });
  }

  private bound<T>(person: UserRecord, actor: Actor, work: () => Promise<T>): Promise<T> {
    const isFailure = (error: unknown): boolean => error instanceof GatewayError && error.param === 'code';
    return this.throttles.tryPassword(actor.address ?? '', `second-factor ${person.id}`, work, isFailure);
  }

  private async tryCode({ secondFactors }: Change, person: UserRecord, code: string): Promise<Outcome> {
    const { id, organizationId } = person;
    const now = Date.now();
    const { failures, recoveryCodeHashes, refusedUntil, sealed, step } = await secondFactors.lock(organizationId, id);
    if (sealed === null) return 'wrong';
    const refusedForMs = Math.max(0, (refusedUntil?.getTime() ?? 0) - now);
    const appCode = withoutSpaces(code);
    if (APP_CODE.test(appCode)) {
      if (refusedForMs > 0) return { refusedForMs };
      const found = findTotpStep(this.box.open(sealed, secondFactorOf(id)), appCode, now);
      if (found !== undefined && found > (step ?? -1)) {
        await secondFactors.noteStep(organizationId, id, found);
        return 'right';
      }
    } else {
      const hash = hashRecoveryCode(id, code);
      if (recoveryCodeHashes.includes(hash)) {
        const left = recoveryCodeHashes.filter((candidate) => candidate !== hash);
        await secondFactors.useRecoveryCode(organizationId, id, left);
        return 'right';
      }
      // Too long to be guessed: a stranger's tries do not prolong the pause.
      if (refusedForMs > 0) return 'wrong';
    }
    const pauseMs = pauseAfter(failures + 1);
    await secondFactors.noteFailure(person, failures + 1, pauseMs === 0 ? null : new Date(now + pauseMs));
    return 'wrong';
  }
}

/** Time for which codes are refused after so many wrong ones in a row, in milliseconds. */
function pauseAfter(failures: number): number {
  if (failures < MOST_FAILURES) return 0;
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(20, failures - MOST_FAILURES));
}

function withoutSpaces(code: string): string {
  return code.replace(/\s/g, '');
}

function isEnrolled(): GatewayError {
  return new GatewayError('invalid_login', {
    param: 'token',
    message: 'The account has a second factor by now. Sign in again with a code of it.',
  });
}

function hasNoEnrolment(): GatewayError {
  return new GatewayError('conflict', {
    message: 'No second factor is being set up, or it took longer than 15 minutes. Start again.',
  });
}
