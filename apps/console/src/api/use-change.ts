import { useQueryClient } from '@tanstack/react-query';
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
      await client.invalidateQueries({
        predicate: ({ queryKey }) =>
          changed.has(queryKey[0]) && (removedId === undefined || !queryKey.includes(removedId)),
      });
      return answer;
    },
    [client, joined],
  );
}
