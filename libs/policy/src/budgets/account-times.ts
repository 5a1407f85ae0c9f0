/**
 * A process returns its slice after this time without requests, in milliseconds. Near the end of a budget the time is shorter. It
 * is less than the time for which requests wait in other processes.
 */
export const IDLE_MS = 3_000;
export const SCARCE_IDLE_MS = 1_000;

/** Minimum interval between questions to the database after a refusal, in milliseconds. */
export const ASK_AGAIN_MS = 1_000;

/** Minimum interval between questions to the database while requests wait, in milliseconds. */
export const WAITING_ASK_MS = 50;

/**
 * A budget that was used within this time keeps a part of its slice while it is idle, in milliseconds: its next request may come
 * while the database is away. At most, since ledgers with many budgets shorten it.
 */
export const KEEP_MS = 540_000;

/**
 * Interval at which that part is renewed. Others may have spent the rest meanwhile: it is returned, at the tick after
 * that, within the time for which requests wait in their processes. Milliseconds.
 */
export const KEPT_RENEW_MS = 1_900;

/** Below this share of the budget, slices are smaller and renewed more often. */
export const SCARCE_SHARE = 0.1;

/** Interval at which a process with a slice renews it, in milliseconds. More often when little is left. */
export const RENEW_MS = 4_000;
export const SCARCE_RENEW_MS = 900;

/** Renewals in the life of a lease that only covers running requests and what is not recorded yet. */
export const RENEWALS = 3;

/** A slice of which less than this share is left is running out. */
export const URGENT_SHARE = 0.25;

/** A slice that is running out asks for more at most so often, in milliseconds. */
export const URGENT_AGAIN_MS = 50;

/** Window over which the measured spending follows the real one, in milliseconds. */
export const RATE_WINDOW_MS = 10_000;

/** A slice that is so many times as large as it should be goes back at once: what requests cost was just learned. */
export const OVERSIZE = 4;

/** Below what the database counts: sums of dollars are not exact. */
export const TINY = 1e-9;

/** Up to so many requests, an account is new: a small slice serves them, and goes back as a whole where many accounts are in use. */
export const FEW_REQUESTS = 3;
