import { TAG_NAME } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { StatementBook } from '@multilane/persistence';

/** Subjects of statements, as queries and bodies name them. */
export const BOOK = {
  pattern: /^(?:workspace|team|customer|tag:[A-Za-z0-9][A-Za-z0-9_.-]{0,63})$/,
  name: 'workspace, team, customer or a tag such as `tag:feature`',
};

export const MONTH = { pattern: /^\d{4}-(0[1-9]|1[0-2])$/, name: 'a month such as 2027-01' };

/** Reads the subjects of statements. Fails with 400 `invalid_value`. */
export function readBook(by: string): StatementBook {
  if (by === 'workspace' || by === 'team' || by === 'customer') return { kind: by, name: '' };
  const name = by.slice('tag:'.length);
  if (by.startsWith('tag:') && TAG_NAME.test(name)) return { kind: 'tag', name };
  throw new GatewayError('invalid_value', { param: 'by', message: `\`by\` must be ${BOOK.name}.` });
}

export function writeBook({ kind, name }: StatementBook): string {
  return kind === 'tag' ? `tag:${name}` : kind;
}
