import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ApiFailure, api } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { useChange } from '../../api/use-change.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ifMatch, versionOf } from '../../api/versions.js';
import type { Rating } from './rating-sign.js';
import { type RequestSearch, toAuditQuery } from './request-search.js';

const LIVE_MS = 3_000;
const PAGE = 50;

/** True if the person sees the requests of others in the open workspace; else only their own. */
export function useSeesOthers(): boolean {
  const { id } = useWorkspace();
  return useSession().can('gateway.audit.read', id);
}

/** The requests that the filters mean, newest first. While `isLive`, the first page is read again every three seconds. */
export function useRequests(search: RequestSearch, workspaceId: string, isLive: boolean) {
  const { open: _, tab: __, compare: ___, ...filters } = search;
  const path = useSeesOthers() ? '/admin/audit' : '/w/own-requests';
  const list = useInfiniteQuery({
    queryKey: ['requests', path, workspaceId, filters, isLive],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      api.get(path, { query: { ...toAuditQuery(filters, workspaceId, Date.now()), limit: PAGE, cursor } as never }),
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
  const path = useSeesOthers() ? '/admin/audit/{id}' : '/w/own-requests/{id}';
  return useQuery({
    queryKey: ['request', id],
    enabled: id !== undefined,
    queryFn: () => api.get(path, { path: { id: id ?? '' } }),
  });
}

/** Writes and removes the mark and the note of a request. */
export function useAnnotationActions({ annotated_at: at, id }: Pick<RequestRow, 'annotated_at' | 'id'>) {
  const done = useChange('requests', 'request');
  const path = { id };
  const known = at === null ? {} : ifMatch(versionOf({ updated_at: at }));
  return {
    annotate: (rating: Rating, note: string) =>
      done(api.put('/admin/audit/{id}/annotation', { path, body: { rating, note }, ...known })),
    remove: () => done(api.delete('/admin/audit/{id}/annotation', { path, ...known })),
  };
}

/** Explains the routing of a request. An id that callers chose may name several requests: only its own is shown. */
export function useExplanation({ id, request_id: requestId }: RequestRow) {
  const isShown = useSeesOthers();
  return useQuery({
    queryKey: ['request', id, 'explanation'],
    enabled: isShown,
    queryFn: async () => {
      const explanation = await api.get('/admin/explain', { query: { request_id: requestId } });
      return explanation.request.id === id ? explanation : null;
    },
  });
}

/** The run, conversation or session that a request belongs to. */
export function useRequestTree(id: string) {
  return useQuery({
    queryKey: ['request', id, 'tree'],
    queryFn: () => api.get('/admin/audit/{id}/tree', { path: { id } }),
  });
}

export type TreeNode = NonNullable<ReturnType<typeof useRequestTree>['data']>['nodes'][number];

/** Reading a payload is recorded in the trail of changes: it is asked for when it is looked at, and once. */
export function payloadQuery(id: string) {
  return queryOptions({
    queryKey: ['request', id, 'payload'],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () => api.get('/admin/audit/{id}/payload', { path: { id } }),
  });
}

export function usePayload(id: string, isWanted: boolean) {
  return useQuery({ ...payloadQuery(id), enabled: isWanted, refetchOnWindowFocus: false });
}

/** Capture of the payloads of a workspace for a time: its end, and what starts and stops it. */
export function useCapture(workspaceId: string) {
  const done = useChange('workspace');
  const path = { id: workspaceId };
  const { data } = useQuery({
    queryKey: ['workspace', workspaceId],
    enabled: workspaceId !== '',
    queryFn: () => api.get('/admin/workspaces/{id}', { path }),
  });
  const shown = ifMatch(data && versionOf(data));
  return {
    until: data?.payloads_captured_until ?? null,
    start: (until: string) =>
      done(api.put('/admin/workspaces/{id}/payload-capture', { path, body: { until }, ...shown })),
    stop: () => done(api.delete('/admin/workspaces/{id}/payload-capture', { path, ...shown })),
  };
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
