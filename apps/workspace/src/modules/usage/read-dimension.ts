import { parseTags, TAG_NAME } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { UsageDimension } from '@multilane/persistence';
import type { OrganizationUsageQuery } from './dto/usage.query.js';

/** Dimension that requests state themselves, and the other groups beside it. */
export interface AskedDimension {
  readonly dimension: UsageDimension;
  /** Only usage of this value. */
  readonly value: string | undefined;
  readonly isByDay: boolean;
}

type Query = Pick<
  OrganizationUsageQuery,
  'group_by' | 'tag' | 'customer' | 'client' | 'session' | 'key' | 'user_id' | 'model' | 'provider'
>;

const KINDS = ['customer', 'client', 'session'] as const;

/**
 * Reads the dimension of a query: the one that it groups by, or filters by. Undefined if there is none. Fails with 400 `invalid_value` for
 * several, and for what their sums do not distinguish.
 */
export function readDimension(query: Query): AskedDimension | undefined {
  const groups = (query.group_by ?? '').split(',').map((name) => name.trim());
  const found = [...readFilters(query), ...groups.flatMap(readGroup)];
  const [first, ...others] = found;
  if (first === undefined) return undefined;
  if (others.some(({ dimension }) => writeDimension(dimension) !== writeDimension(first.dimension))) {
    throw refuse('group_by', 'Usage can be grouped and filtered by one of tag, customer, client and session at once.');
  }
  const foreign = groups.find((name) => name !== '' && name !== 'day' && readGroup(name).length === 0);
  if (foreign !== undefined) {
    throw refuse('group_by', `Beside \`${writeDimension(first.dimension)}\`, \`group_by\` can only have \`day\`.`);
  }
  for (const name of ['key', 'user_id', 'model', 'provider'] as const) {
    if (query[name] !== undefined) {
      throw refuse(
        name,
        `\`${name}\` cannot be combined with \`${writeDimension(first.dimension)}\`. /admin/audit can.`,
      );
    }
  }
  const value = found.find((each) => each.value !== undefined)?.value;
  return { dimension: first.dimension, value, isByDay: groups.includes('day') };
}

interface Found {
  readonly dimension: UsageDimension;
  readonly value?: string | undefined;
}

function readFilters(query: Query): Found[] {
  const found: Found[] = KINDS.flatMap((kind) => {
    const value = query[kind];
    return value === undefined ? [] : [{ dimension: { kind }, value }];
  });
  if (query.tag !== undefined) {
    const tags = Object.entries(parseTags(query.tag).tags ?? {});
    const [tag] = tags;
    if (tag === undefined || tags.length > 1) throw refuse('tag', '`tag` must be one tag such as `feature=search`.');
    found.push({ dimension: { kind: 'tag', name: tag[0] }, value: tag[1] });
  }
  return found;
}

function readGroup(text: string): Found[] {
  const kind = KINDS.find((each) => each === text);
  if (kind !== undefined) return [{ dimension: { kind } }];
  if (!text.startsWith('tag:')) return [];
  const name = text.slice('tag:'.length);
  if (TAG_NAME.test(name)) return [{ dimension: { kind: 'tag', name } }];
  throw refuse('group_by', '`group_by` must have a name of a tag behind `tag:`, such as `tag:feature`.');
}

function writeDimension(dimension: UsageDimension): string {
  return dimension.kind === 'tag' ? `tag:${dimension.name}` : dimension.kind;
}

function refuse(param: string, message: string): GatewayError {
  return new GatewayError('invalid_value', { param, message });
}
