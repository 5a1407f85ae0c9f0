const REASONS = {
  taken: (field: string) => `This ${field} is taken.`,
  in_use: (field: string) => `It is still in use by a ${field}.`,
  given: (field: string) => `A ${field} gives it: change that, or the groups of the person.`,
  last: (field: string) => `It is the last ${field}, and one must be left.`,
  changed: (field: string) => `The ${field} was changed in the meantime.`,
} as const;

/**
 * A value is taken, a row is still in use, or it is the last of its kind. `field` is the column, in snake case, as the
 * API calls it; or what refers to the row; or what must be left.
 */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';

  constructor(
    readonly field: string,
    readonly reason: keyof typeof REASONS,
  ) {
    super(REASONS[reason](field));
  }
}

/** An organization would have more of something than the operator lets it have. */
export class LimitReachedError extends Error {
  override readonly name = 'LimitReachedError';

  constructor(noun: string, most: number) {
    const what = noun.replaceAll('_', ' ');
    super(
      `An organization has at most ${most.toLocaleString('en')} of: ${what}. Delete some, or ask who operates the service for more.`,
    );
  }
}

/** A field names a row that the organization does not have. */
export class UnknownReferenceError extends Error {
  override readonly name = 'UnknownReferenceError';

  constructor(readonly field: string) {
    super(`${field} names nothing that exists.`);
  }
}

/** A row to be changed is not there, or is another tenant's. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';

  constructor(readonly noun: string) {
    super(`The ${noun} does not exist.`);
  }
}

/** A `cursor` that no list gave out. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';

  constructor() {
    super('The cursor is none that a list gave out.');
  }
}

/** A text holds the character NUL or half of a surrogate pair, which PostgreSQL stores nowhere. */
export class UnstorableTextError extends Error {
  override readonly name = 'UnstorableTextError';

  constructor() {
    super('A text holds the character NUL or half of a surrogate pair.');
  }
}

/** The database is there, and gave a read up since there was too much to read. */
export class ReadTooLargeError extends Error {
  override readonly name = 'ReadTooLargeError';

  constructor(cause?: unknown) {
    super('There is too much to read in the time that a read may take.', { cause });
  }
}

/** The database cannot be asked now. The message holds no address and no password. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(reason: string, cause?: unknown) {
    super(`The database is unavailable: ${reason}`, { cause });
  }
}

/** Another process has the embedded database open. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}
