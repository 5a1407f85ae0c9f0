/** Exit codes of commands, for scripts. docs/cli.md lists them. */
export const EXIT = {
  done: 0,
  /** Something could not be done, or a check found problems. */
  failed: 1,
  wrongUsage: 2,
  /** `apply --dry-run`: there is something to change. */
  changesPending: 3,
  /** The service cannot be reached, or rejects the credential. */
  notConnected: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Failure of a command for a reason that the person can mend. */
export class CommandFailure extends Error {
  override readonly name: string = 'CommandFailure';

  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.failed,
  ) {
    super(message);
  }
}

/** The credential lacks a permission. */
export class PermissionFailure extends CommandFailure {
  override readonly name = 'PermissionFailure';
}
