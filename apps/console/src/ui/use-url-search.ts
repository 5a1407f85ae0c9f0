import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * The search parameters of the URL, as the page's `search` reads them, and a function that changes some: undefined and
 * the empty text remove one. `push` makes a step that the browser's back button undoes.
 */
export function useUrlSearch<S extends object>(): readonly [S, (patch: Partial<S>, how?: { push?: boolean }) => void] {
  const search = useSearch({ strict: false }) as S;
  const navigate = useNavigate();
  const change = useCallback(
    (patch: Partial<S>, { push = false } = {}) => {
      const merge = (before: object) =>
        Object.fromEntries(
          Object.entries({ ...before, ...patch }).filter(([, value]) => value !== undefined && value !== ''),
        );
      void navigate({ to: '.', search: merge as never, replace: !push });
    },
    [navigate],
  );
  return [search, change];
}
