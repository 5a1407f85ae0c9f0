import type { FilterValue, KnowledgeFilter } from '../knowledge-filter.js';
import type { SqlValues } from './sql-values.js';

const OPERATORS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/**
 * A checked filter as a condition that is true or false, never unknown. Keys and values are parameters
 * (docs/contract/knowledge.md#filters).
 */
export function filterToSql(filter: KnowledgeFilter, values: SqlValues): string {
  switch (filter.type) {
    case 'and':
    case 'or':
      return `(${filter.filters.map((member) => filterToSql(member, values)).join(` ${filter.type} `)})`;
    case 'not':
      return `(NOT ${filterToSql(filter.filter, values)})`;
    case 'eq':
      return equalsAny(filter.key, [filter.value], values);
    case 'ne':
      return `(NOT ${equalsAny(filter.key, [filter.value], values)})`;
    case 'in':
      return equalsAny(filter.key, filter.value, values);
    case 'nin':
      return `(NOT ${equalsAny(filter.key, filter.value, values)})`;
    default:
      return isInRange(filter.key, OPERATORS[filter.type], filter.value, values);
  }
}

/** Contains: a list contains its members, and a value itself. */
function equalsAny(key: string, compared: readonly FilterValue[], values: SqlValues): string {
  if (compared.length === 0) return 'false';
  const list = values.add(compared.map((value) => JSON.stringify(value)));
  const member = memberOf(key, values);
  return `coalesce(jsonb_typeof(${member}) <> 'object' AND ${member} @> ANY (${list}::jsonb[]), false)`;
}

function isInRange(key: string, operator: string, compared: number | string, values: SqlValues): string {
  const member = memberOf(key, values);
  if (typeof compared === 'number') {
    const value = values.add(JSON.stringify(compared));
    return `coalesce(jsonb_typeof(${member}) = 'number' AND ${member} ${operator} ${value}::jsonb, false)`;
  }
  // The order of letters in "C" is the order of time. PostgreSQL evaluates no cast that could fail.
  const value = values.add(compared);
  const text = `(${member} #>> '{}')`;
  return `coalesce(jsonb_typeof(${member}) = 'string' AND ${text} ~ '^\\d{4}-\\d\\d-\\d\\d' AND ${text} COLLATE "C" ${operator} ${value}, false)`;
}

function memberOf(key: string, values: SqlValues): string {
  return key === 'document_id' ? 'to_jsonb(document_id::text)' : `(metadata -> ${values.add(key)}::text)`;
}
