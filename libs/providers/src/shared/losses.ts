/**
 * Gets the parameters of a request that a translation could not preserve as requested. Answers name them in
 * `X-Service-Adjusted` (docs/contract/requests.md#adjusted-requests), so nothing may be left out, reduced or replaced
 * without a word here; what is said in other words and means the same is no loss.
 */
export interface Losses {
  /**
   * The parameter's own name, without its members: `messages`, not `messages[2].name`. `keyword` is one of its JSON Schema that was
   * not preserved, at whatever place. May be called repeatedly.
   */
  lose(parameter: string, keyword?: string): void;
}

/** For callers whose answer names no losses, such as counts of tokens. */
export const UNNAMED_LOSSES: Losses = { lose: () => undefined };
