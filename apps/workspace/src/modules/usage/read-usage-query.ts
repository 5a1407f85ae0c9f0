import { GatewayError } from '@multilane/errors';
import { InvalidCursorError, USAGE_GROUPS, type UsageGroup, type UsageRequest } from '@multilane/persistence';
import type { OrganizationUsageQuery } from './dto/usage.query.js';

type Asked = Pick<UsageRequest, 'fromDay' | 'toDay' | 'groups' | 'limit' | 'offset'>;

/** Reads the groups and days that a query asks for. Fails with 400 `invalid_value`. */
export function readUsageQuery(query: OrganizationUsageQuery, now: Date): Asked {
  const today = now.toISOString().slice(0, 10);
  return {
    fromDay: readDay('from', query.from ?? `${today.slice(0, 8)}01`),
    toDay: readDay('to', query.to ?? today),
    groups: readGroups(query.group_by),
    limit: query.limit,
    offset: query.cursor === undefined ? 0 : readCursor(query.cursor),
  };
}

/** The cursor of the rows after so many: sums change while they are read, and their order with them. */
export function writeCursor(offset: number): string {
  return Buffer.from(`usage:${offset}`).toString('base64url');
}

/** Number of rows before a cursor. Fails with InvalidCursorError. */
export function readCursor(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString();
  const offset = Number(/^usage:(\d{1,9})$/.exec(text)?.[1] ?? Number.NaN);
  if (Number.isNaN(offset) || writeCursor(offset) !== cursor) throw new InvalidCursorError();
  return offset;
}

/** A day as it was written. Fails with 400 for one that there is not. */
export function readDay(param: string, day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) && !day.startsWith('0000')) return day;
  throw new GatewayError('invalid_value', { param, message: `\`${param}\` must be a day that there is.` });
}

function readGroups(text: string | undefined): readonly UsageGroup[] {
  const names = [...new Set((text ?? '').split(',').map((name) => name.trim()))].filter((name) => name !== '');
  if (names.every((name): name is UsageGroup => (USAGE_GROUPS as readonly string[]).includes(name))) return names;
  const message = `\`group_by\` must be some of ${USAGE_GROUPS.join(', ')}, separated by commas.`;
  throw new GatewayError('invalid_value', { param: 'group_by', message });
}
