import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/**
 * Runs a change, and reads again what it may have changed: every query whose key begins with one of `roots`.
 *
 * @returns a function of the change and, where it removes something, its id: what is known of that is not read again, since the
 *   service would answer 404 until its drawer has closed
 */
export function useChange(
  ...roots: readonly string[]
): <Answer>(work: Promise<Answer>, removedId?: string) => Promise<Answer> {
  const client = useQueryClient();
  const joined = roots.join(' ');
  return useCallback(
    async (work, removedId) => {
      const answer = await work;
      const changed = new Set<unknown>(joined.split(' '));
      await readAgain(
        client,
        ({ queryKey }) => changed.has(queryKey[0]) && (removedId === undefined || !queryKey.includes(removedId)),
      );
      return answer;
    },
    [client, joined],
  );
}

/**
 * Reads queries again. A first read that is under way is not begun anew by the invalidation, and may have begun before the change: it is read
 * once more when it has ended.
 */
async function readAgain(client: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  const isFirstRead = ({ state }: Query) => state.fetchStatus === 'fetching' && state.data === undefined;
  const begun = new Set(client.getQueryCache().findAll({ predicate }).filter(isFirstRead));
  await client.invalidateQueries({ predicate });
  if (begun.size > 0) await client.invalidateQueries({ predicate: (query) => begun.has(query) });
}
