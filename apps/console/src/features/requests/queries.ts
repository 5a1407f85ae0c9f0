import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ApiFailure, api } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { type RequestSearch, toAuditQuery } from './request-search.js';

const LIVE_MS = 3_000;
const PAGE = 50;

/** The requests that the filters mean, newest first. While `isLive`, the first page is read again every three seconds. */
export function useRequests(search: RequestSearch, workspaceId: string, isLive: boolean) {
  const { open: _, tab: __, ...filters } = search;
  const list = useInfiniteQuery({
    queryKey: ['requests', workspaceId, filters, isLive],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      api.get('/admin/audit', { query: { ...toAuditQuery(filters, workspaceId, Date.now()), limit: PAGE, cursor } }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: isLive ? LIVE_MS : false,
    placeholderData: (before) => before,
  });
  return {
    rows: list.data?.pages.flatMap(({ data }) => data) ?? [],
    isLoading: list.isPending,
    failure: list.error ?? undefined,
    hasMore: list.hasNextPage && !isLive,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
  };
}

export type RequestRow = ReturnType<typeof useRequests>['rows'][number];

export function useRequest(id: string | undefined) {
  return useQuery({
    queryKey: ['request', id],
    enabled: id !== undefined,
    queryFn: () => api.get('/admin/audit/{id}', { path: { id: id ?? '' } }),
  });
}

/** Explains the routing of a request. An id that callers chose may name several requests: only its own is shown. */
export function useExplanation({ id, request_id: requestId }: RequestRow) {
  return useQuery({
    queryKey: ['request', id, 'explanation'],
    queryFn: async () => {
      const explanation = await api.get('/admin/explain', { query: { request_id: requestId } });
      return explanation.request.id === id ? explanation : null;
    },
  });
}

/** Reading a payload is recorded in the trail of changes: it is asked for when it is looked at, and once. */
export function usePayload(id: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['request', id, 'payload'],
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: () => api.get('/admin/audit/{id}/payload', { path: { id } }),
  });
}

/** True if the person may read the texts of requests. */
export function useMayReadPayloads(): boolean {
  return useSession().can('gateway.payloads.read');
}

const REASONS: Readonly<Record<string, string>> = {
  payloads_off: 'off',
  payload_expired: 'expired',
  payload_not_captured: 'notCaptured',
};

/** Returns the reason for which there is no payload, as a key of the catalogue; undefined for another failure. */
export function whyNoPayload(failure: unknown, { attempts }: Pick<RequestRow, 'attempts'>): string | undefined {
  if (!(failure instanceof ApiFailure)) return undefined;
  const reason = REASONS[failure.code];
  // Nothing is captured before a provider was called: that says more than that nothing was.
  return reason === 'notCaptured' && attempts === 0 ? 'refused' : reason;
}
