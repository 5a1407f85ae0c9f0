import { useInfiniteQuery } from '@tanstack/react-query';
import { type Answer, api } from './client.js';
import type { paths } from './schema.js';

type ListPath = {
  [P in keyof paths]: Answer<P, 'get'> extends { data: readonly unknown[]; next_cursor: string | null } ? P : never;
}[keyof paths];

type RowOf<P extends keyof paths> = Answer<P, 'get'> extends { data: readonly (infer R)[] } ? R : never;

/** The pages of a list, in the order of the service. A query without a value is not sent. */
export function useList<P extends ListPath>(
  key: readonly unknown[],
  path: P,
  query: object = {},
  options: { readonly path?: object; readonly enabled?: boolean } = {},
) {
  const list = useInfiniteQuery({
    queryKey: key,
    enabled: options.enabled ?? true,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor }) => {
      const read = api.get as (path: P, options: object) => Promise<unknown>;
      const page = await read(path, { path: options.path, query: { limit: 50, ...query, cursor } });
      return page as { data: RowOf<P>[]; next_cursor: string | null };
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  return {
    rows: list.data?.pages.flatMap(({ data }) => data) ?? [],
    isLoading: list.isPending,
    failure: list.error ?? undefined,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => void list.fetchNextPage(),
    onRetry: () => void list.refetch(),
  };
}
