import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { askGateway } from '../../api/gateway.js';
import { isRunning } from './describe-state.js';

/** A batch as `/v1/batches` shows it (docs/contract/batches.md). Times are in seconds. */
export interface Batch {
  readonly id: string;
  readonly status: string;
  readonly endpoint: string;
  readonly model: string | null;
  readonly created_at: number;
  readonly completed_at: number | null;
  readonly expires_at: number | null;
  readonly output_file_id: string | null;
  readonly error_file_id: string | null;
  readonly request_counts: { readonly total: number; readonly completed: number; readonly failed: number };
  readonly errors: { readonly data: readonly LineError[] } | null;
}

/** Problem of a line of the input. */
export interface LineError {
  readonly code: string;
  readonly line: number | null;
  readonly message: string;
  readonly param: string | null;
}

/** A request that runs later, as `/v1/async/jobs` shows it (docs/contract/async.md). */
export interface Job {
  readonly job_id: string;
  readonly status: string;
  readonly endpoint: string;
  readonly model: string | null;
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly expires_at: string | null;
  readonly error: { readonly message: string } | null;
  /** Result of one job; lists leave it out. */
  readonly result?: unknown;
}

const PAGE = 20;
const POLL_MS = 3_000;

/** Key of batches and jobs in a workspace, so that a change reads them all again. */
export const keyOf = (workspaceId: string, ...more: readonly unknown[]) => ['batches', workspaceId, ...more];

interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly after: string | undefined;
}

/** The batches that the person can see, newest first; read again while one of them runs. */
export function useBatches(workspaceId: string) {
  return usePages<Batch>(workspaceId, 'batches', async (after) => {
    const answer = await askGateway(`/batches?${query({ after })}`, { workspaceId });
    const page = (await answer.json()) as { data: Batch[]; has_more: boolean; last_id: string | null };
    return { data: page.data, after: page.has_more ? (page.last_id ?? undefined) : undefined };
  });
}

/** The same of asynchronous requests, in one status or in all. */
export function useJobs(workspaceId: string, status: string | undefined) {
  return usePages<Job>(workspaceId, `jobs:${status ?? ''}`, async (cursor) => {
    const answer = await askGateway(`/async/jobs?${query({ cursor, status })}`, { workspaceId });
    const page = (await answer.json()) as { data: Job[]; next_cursor: string | null };
    return { data: page.data, after: page.next_cursor ?? undefined };
  });
}

function usePages<Row extends { readonly status: string }>(
  workspaceId: string,
  name: string,
  read: (after: string | undefined) => Promise<ListPage<Row>>,
) {
  const list = useInfiniteQuery({
    queryKey: keyOf(workspaceId, name),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => read(pageParam),
    getNextPageParam: ({ after }) => after,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(({ status }) => isRunning(status))) ? POLL_MS : false,
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

/** One batch or job, read again while it runs. */
export function useOne<Row extends { readonly status: string }>(workspaceId: string, path: string) {
  return useQuery({
    queryKey: keyOf(workspaceId, 'one', path),
    queryFn: async () => (await (await askGateway(path, { workspaceId })).json()) as Row,
    refetchInterval: ({ state }) => (state.data !== undefined && isRunning(state.data.status) ? POLL_MS : false),
  });
}

function query(values: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams([['limit', String(PAGE)], ...given]);
}
