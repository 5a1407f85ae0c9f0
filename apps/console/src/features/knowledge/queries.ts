import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { useList } from '../../api/use-list.js';
import { useWorkspace } from '../../api/use-workspace.js';

/** Every read of the knowledge of a workspace begins with this key, so that a change reads again what it may have changed. */
const keyOf = (workspaceId: string, ...more: readonly unknown[]) => ['knowledge', workspaceId, ...more];

const POLL_MS = 2_000;
const MOST_CHOICES = 200;

export function useBases() {
  const { id } = useWorkspace();
  return useList(keyOf(id, 'bases'), '/w/kb', { workspace_id: id });
}

export type Base = ReturnType<typeof useBases>['rows'][number];

export function useBase(baseId: string) {
  const { id: workspaceId } = useWorkspace();
  return useQuery({
    queryKey: keyOf(workspaceId, 'base', baseId),
    queryFn: () => api.get('/w/kb/{id}', { path: { id: baseId }, query: { workspace_id: workspaceId } }),
    // Counts grow while documents are read, and a new embedding model takes over when all are embedded again.
    refetchInterval: ({ state }) => (state.data?.next_embedding_model ? POLL_MS : false),
  });
}

/** Documents, read again every two seconds while one of them is processing. */
export function useDocuments(baseId: string, status: string | undefined) {
  const { id: workspaceId } = useWorkspace();
  const list = useInfiniteQuery({
    queryKey: keyOf(workspaceId, 'documents', baseId, status ?? ''),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      api.get('/w/kb/{id}/documents', {
        path: { id: baseId },
        query: { workspace_id: workspaceId, status: status as 'ready' | undefined, cursor },
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some((document) => document.status === 'processing')) ? POLL_MS : false,
  });
  return {
    rows: list.data?.pages.flatMap(({ data }) => data) ?? [],
    isLoading: list.isPending,
    failure: list.error ?? undefined,
    hasMore: list.hasNextPage,
    loadMore: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
  };
}

export type KnowledgeDocument = ReturnType<typeof useDocuments>['rows'][number];

export function useSets() {
  const { id } = useWorkspace();
  return useList(keyOf(id, 'sets'), '/w/docsets', { workspace_id: id });
}

export type DocumentSet = ReturnType<typeof useSets>['rows'][number];

/** Choices of a set's form. */
export function useSetChoices(isWanted: boolean) {
  const { id: workspaceId } = useWorkspace();
  return useQuery({
    queryKey: keyOf(workspaceId, 'choices'),
    enabled: isWanted,
    queryFn: async () => {
      const [bases, teams] = await Promise.all([
        api.get('/w/kb', { query: { workspace_id: workspaceId, limit: MOST_CHOICES } }),
        api.get('/admin/teams', { query: { limit: MOST_CHOICES } }).catch(() => ({ data: [] })),
      ]);
      const choice = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
      return { bases: bases.data.map(choice), teams: teams.data.map(choice) };
    },
  });
}

/**
 * Runs a change, and reads all knowledge of the workspace again when it is done.
 *
 * @param removedId what the change deletes: the service would answer 404 until its page has closed
 */
export function useKnowledgeChange<Input>(
  change: (workspaceId: string, input: Input) => Promise<unknown>,
  removedId?: string,
) {
  const { id: workspaceId } = useWorkspace();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(workspaceId, input),
    onSettled: () =>
      cache.invalidateQueries({
        queryKey: keyOf(workspaceId),
        predicate: ({ queryKey }) => removedId === undefined || !queryKey.includes(removedId),
      }),
  });
}

/** Actions on the documents of a base. */
export function useDocumentActions(baseId: string) {
  const { mutateAsync: run } = useKnowledgeChange((workspaceId, work: (workspaceId: string) => Promise<unknown>) =>
    work(workspaceId),
  );
  const about = (document_id: string, workspace_id: string) => ({
    path: { id: baseId, document_id },
    query: { workspace_id },
  });
  return {
    cancel: (id: string) => run((on) => api.post('/w/kb/{id}/documents/{document_id}/cancel', about(id, on))),
    retry: (id: string) => run((on) => api.post('/w/kb/{id}/documents/{document_id}/retry', about(id, on))),
    refresh: (id: string) => run((on) => api.post('/w/kb/{id}/documents/{document_id}/refresh', about(id, on))),
    remove: (id: string) => run((on) => api.delete('/w/kb/{id}/documents/{document_id}', about(id, on))),
    /** Adds the page at an address; `hours` between two reads of it, or empty. */
    addAddress: (url: string, hours: string) =>
      run((workspace_id) =>
        api.post('/w/ingest/url', {
          query: { workspace_id },
          body: { kb_id: baseId, url: url.trim(), ...(hours !== '' && { refresh_every_hours: Number(hours) }) },
        }),
      ),
  };
}

export const MODES = ['hybrid', 'vector', 'lexical'] as const;
type Mode = (typeof MODES)[number];

export interface KnowledgeQuestion {
  readonly target: { readonly kind: 'base' | 'set'; readonly id: string };
  readonly query: string;
  readonly mode: Mode;
  readonly topK: number;
}

/** Asks what a program would find, with the scores explained. */
export function useTestQuery() {
  const { id: workspaceId } = useWorkspace();
  return useMutation({
    mutationFn: ({ mode, query, target, topK }: KnowledgeQuestion) => {
      const body = { query, mode, top_k: topK, explain: true };
      const about = { path: { id: target.id }, query: { workspace_id: workspaceId }, body };
      return target.kind === 'base' ? api.post('/w/kb/{id}/query', about) : api.post('/w/docsets/{id}/query', about);
    },
  });
}
