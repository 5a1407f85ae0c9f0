import { useContext, useState } from 'react';
import { ApiFailure } from '../api/client.js';
import { SessionContext } from '../api/session.js';
import { findLastChange, type LastChange } from '../api/versions.js';

/** Stored values of a form, with their version. */
export interface StoredVersion<Values> {
  readonly values: Values;
  readonly version: string | undefined;
}

/** Object that a form changes while others may change it too. */
export interface Versioned<Values> {
  readonly id: string;
  /** The version that the form shows at first. */
  readonly version: string | undefined;
  readonly read: () => Promise<StoredVersion<Values>>;
  /** Returns the label of a field; its name in the API if that is left out. */
  readonly nameField?: (field: string) => string;
}

/** Somebody changed the same thing while the form was open. */
export interface Conflict<Values> extends StoredVersion<Values> {
  readonly mine: Values;
  readonly last: LastChange | undefined;
  /** True if the form now shows the stored version; `mine` is kept to compare. */
  readonly isTaken: boolean;
}

/**
 * The version that a form changes, and what happens when it is no longer there.
 *
 * @param first the version with which the form began, which a draft may have kept
 */
export function useVersion<Values>(versioned: Versioned<Values> | undefined, first: string | undefined) {
  const [version, setVersion] = useState(first);
  const [conflict, setConflict] = useState<Conflict<Values>>();
  const mayKnow = useContext(SessionContext)?.can('gateway.audit.read') === true;
  return {
    version,
    conflict,
    /** @returns whether the failure was a conflict, which is shown then; fails if the stored version cannot be read */
    async notice(failure: unknown, mine: Values): Promise<boolean> {
      if (versioned === undefined || !(failure instanceof ApiFailure) || failure.code !== 'precondition_failed') {
        return false;
      }
      const [stored, last] = await Promise.all([versioned.read(), mayKnow ? findLastChange(versioned.id) : undefined]);
      setConflict({ ...stored, mine, last, isTaken: false });
      return true;
    },
    /** From now on the form changes the stored version. */
    take(): void {
      if (conflict === undefined) return;
      setVersion(conflict.version);
      setConflict({ ...conflict, isTaken: true });
    },
    dismiss: () => setConflict(undefined),
    /** Begins again with the version that the form showed at first. */
    restart(): void {
      setVersion(versioned?.version);
      setConflict(undefined);
    },
  };
}
