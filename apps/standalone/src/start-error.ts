/** A start that fails for a reason the person at the terminal can mend; the message says how. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
