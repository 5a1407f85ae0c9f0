/** Exit codes of the command line, for scripts. */
export const EXIT = { done: 0, failed: 1, wrongUsage: 2 } as const;

/** Problem of a command that the operator can solve. Exits 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** The command line contradicts itself. Exits 2. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}
