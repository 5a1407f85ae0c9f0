/** What `doctor` found. */
export interface Finding {
  /** Stable, for programs: `database_password`. */
  readonly code: string;
  readonly level: 'ok' | 'warning' | 'error';
  /** What was looked at, such as `PostgreSQL`. */
  readonly subject: string;
  readonly message: string;
  /** What to do. */
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

/** How long each attempt to reach something may take. */
export const LIMIT_MS = 5_000;

/** A clock that differs by more makes tokens expire early, and limits count wrong. */
export const MOST_SKEW_MS = 5_000;
