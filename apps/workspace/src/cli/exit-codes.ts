/** How the command line ends, for scripts. */
export const EXIT = { done: 0, failed: 1, wrongUsage: 2 } as const;

/** What was asked for cannot be done, for a reason that the operator can mend. Exits 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** The command line contradicts itself. Exits 2. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}
