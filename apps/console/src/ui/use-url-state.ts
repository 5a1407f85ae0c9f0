import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export type UrlState = Readonly<Record<string, string | undefined>>;

/**
 * The search parameters of the page, and a function that changes some of them: undefined removes one. The address holds the state of the
 * page, so that it can be sent to somebody and survives a reload.
 */
export function useUrlState(): [UrlState, (changes: UrlState, options?: { readonly replace?: boolean }) => void] {
  const search = useSearch({ strict: false }) as UrlState;
  const navigate = useNavigate();
  const change = useCallback(
    (changes: UrlState, { replace = false }: { readonly replace?: boolean } = {}) => {
      void navigate({
        to: '.',
        replace,
        search: ((before: UrlState) => ({ ...before, ...changes })) as never,
      });
    },
    [navigate],
  );
  return [search, change];
}
