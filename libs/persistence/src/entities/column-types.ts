import type { ColumnOptions } from 'typeorm';

/** A whole number beyond 32 bits. `pg` hands such a one over as text; limits stay below 2^53. */
export const wholeNumber = {
  type: 'bigint',
  default: 0,
  transformer: {
    to: (value: unknown) => value,
    from: (value: string | null) => (value === null ? null : Number(value)),
  },
} as const satisfies ColumnOptions;

/** A check that a column holds a number from 0 to the largest that is surely counted without loss, 2^53 - 1. */
export const countable = (column: string): string => `${column} BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}`;

export const time = { type: 'timestamptz' } as const satisfies ColumnOptions;
export const optionalTime = { type: 'timestamptz', nullable: true } as const satisfies ColumnOptions;
/** Set by the database when the row is inserted. */
export const creationTime = { type: 'timestamptz', default: () => 'now()' } as const satisfies ColumnOptions;
export const text = { type: 'text' } as const satisfies ColumnOptions;
export const optionalText = { type: 'text', nullable: true } as const satisfies ColumnOptions;
export const id = { type: 'uuid' } as const satisfies ColumnOptions;
export const optionalId = { type: 'uuid', nullable: true } as const satisfies ColumnOptions;
export const optionalTexts = { type: 'text', array: true, nullable: true } as const satisfies ColumnOptions;
export const optionalJson = { type: 'jsonb', nullable: true } as const satisfies ColumnOptions;

/** A check that a column holds one of some words. */
export const oneOf = (column: string, words: readonly string[]): string =>
  `${column} IN (${words.map((word) => `'${word}'`).join(', ')})`;
