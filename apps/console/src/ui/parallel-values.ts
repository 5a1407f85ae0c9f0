type Queue = Partial<Record<'max_wait_ms' | 'max_length', number>>;

/** Limit of requests at the same time and its queue, as inputs have them. No limit: unlimited. An empty queue: there is none. */
export interface ParallelValues {
  readonly max_parallel: number | '';
  readonly max_wait_ms: number | '';
  readonly max_length: number | '';
}

export const UNLIMITED: ParallelValues = { max_parallel: '', max_wait_ms: '', max_length: '' };

interface Limited {
  readonly max_parallel?: number | null | undefined;
  readonly queue?: object | null | undefined;
}

export function valuesOfParallel({ max_parallel, queue }: Limited): ParallelValues {
  const { max_length, max_wait_ms }: Queue = queue ?? {};
  return { max_parallel: max_parallel ?? '', max_wait_ms: max_wait_ms ?? '', max_length: max_length ?? '' };
}

/**
 * The fields as the API takes them. A queue without a limit is left out; the API fills in what a queue lacks. Drafts of targets that an earlier
 * version wrote have none.
 */
export function toParallel({ max_length, max_parallel, max_wait_ms }: ParallelValues = UNLIMITED): {
  readonly max_parallel?: number;
  readonly queue?: Queue;
} {
  if (max_parallel === '') return {};
  const queue = { ...(max_wait_ms !== '' && { max_wait_ms }), ...(max_length !== '' && { max_length }) };
  return { max_parallel, ...(Object.keys(queue).length > 0 && { queue }) };
}
