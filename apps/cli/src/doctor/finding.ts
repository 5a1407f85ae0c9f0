/** Result of one check by `doctor`. */
export interface Finding {
  /** Stable, for programs: `database_password`. */
  readonly code: string;
  readonly level: 'ok' | 'warning' | 'error';
  /** Subject of the check, such as `PostgreSQL`. */
  readonly subject: string;
  readonly message: string;
  /** Advice to the operator. */
  readonly advice?: string;
}

export const good = (subject: string, message: string): Finding => ({ code: 'ok', level: 'ok', subject, message });

export const bad = (code: string, subject: string, message: string, advice: string): Finding => ({
  code,
  level: 'error',
  subject,
  message,
  advice,
});

export const doubtful = (code: string, subject: string, message: string, advice: string): Finding => ({
  ...bad(code, subject, message, advice),
  level: 'warning',
});

/** Time limit of each attempt to reach something. */
export const LIMIT_MS = 5_000;

/** A clock that differs by more makes tokens expire early, and limits count wrong. */
export const MOST_SKEW_MS = 5_000;
