/** A row as PostgreSQL's `to_jsonb` makes it: columns that a release of LiteLLM lacks are not there. */
export type DatabaseRow = Readonly<Record<string, unknown>>;

/** What is read of LiteLLM's database. */
export interface DatabaseRows {
  readonly teams: readonly DatabaseRow[];
  readonly users: readonly DatabaseRow[];
  readonly keys: readonly DatabaseRow[];
  readonly budgets: readonly DatabaseRow[];
}

export interface PlannedTeam {
  readonly name: string;
  /** Null: every model. */
  readonly allowedModels: readonly string[] | null;
  readonly rpmLimit: number;
  readonly tpmLimit: number;
  /** E-mail addresses of planned users. */
  readonly members: readonly string[];
}

export interface PlannedUser {
  readonly email: string;
  readonly name: string;
}

export interface PlannedKey {
  /** SHA-256 of the whole key in lower-case hex, as LiteLLM stores it. */
  readonly hash: string;
  readonly name: string;
  readonly hint: string;
  readonly team: string;
  readonly owner: string | undefined;
  readonly rpmLimit: number;
  readonly tpmLimit: number;
  /** US dollars per period. 0: unlimited. */
  readonly budgetUsd: number;
  readonly budgetResetPeriod: 'daily' | 'weekly' | 'monthly' | 'never';
  readonly expiresAt: Date | null;
  readonly disabled: boolean;
}

export const textOf = (row: DatabaseRow, name: string): string | undefined => {
  const value = row[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

export const numberOf = (row: DatabaseRow, name: string): number | undefined => {
  const value = row[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

export const textsOf = (row: DatabaseRow, name: string): string[] => {
  const value = row[name];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string' && item !== '') : [];
};

/** A limit as Multilane has it, where 0 is unlimited. */
export const limitOf = (row: DatabaseRow, name: string): number => {
  const limit = numberOf(row, name);
  return limit === undefined || limit < 0 ? 0 : Math.min(Math.floor(limit), Number.MAX_SAFE_INTEGER);
};

/** A name for people: printable, and not too long. */
export function toName(text: string): string {
  return (
    text
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 120) || 'imported'
  );
}
