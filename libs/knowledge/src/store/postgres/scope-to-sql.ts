import { createHash } from 'node:crypto';
import type { KnowledgeScope } from '../chunk-store.js';
import type { SqlValues } from './sql-values.js';

/** The condition for the chunks that a scope names: workspace and generations, in each statement. */
export function scopeToSql({ workspaceId, bases }: KnowledgeScope, values: SqlValues): string {
  const workspace = `workspace_id = ${values.add(workspaceId)}::uuid`;
  const generations = bases.map(
    ({ kbId, generation }) => `(kb_id = ${values.add(kbId)}::uuid AND generation = ${values.add(generation)}::integer)`,
  );
  return `${workspace} AND (${generations.join(' OR ')})`;
}

/** The word in `terms` that stands for a generation: the index on terms then reads no others'. */
export function toScopeTerm(kbId: string, generation: number): string {
  const hash = createHash('sha256').update(`${kbId}/${generation}`).digest('base64url').slice(0, 14);
  return `:${hash}`;
}
