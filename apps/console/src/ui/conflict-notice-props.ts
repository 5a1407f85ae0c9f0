import type { Conflict } from './use-version.js';

export interface ConflictNoticeProps<Values> {
  readonly conflict: Conflict<Values>;
  readonly nameField: (field: string) => string;
  /** Fields whose values are not shown. */
  readonly secrets?: readonly string[];
  readonly isBusy: boolean;
  readonly onTake: () => void;
  readonly onOverwrite: () => void;
  readonly onDismiss: () => void;
  /** Puts one field of the draft back, after the new version was taken. */
  readonly onUseMine?: (field: string) => void;
}
