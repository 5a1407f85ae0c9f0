type Queue = Partial<Record<'max_wait_ms' | 'max_length', number>>;

/** A queue as inputs have it. Both empty: there is none. */
export interface QueueValues {
  readonly max_wait_ms: number | '';
  readonly max_length: number | '';
}

export const NO_QUEUE: QueueValues = { max_wait_ms: '', max_length: '' };

export function valuesOfQueue(queue: object | null | undefined): QueueValues {
  const { max_length, max_wait_ms }: Queue = queue ?? {};
  return { max_wait_ms: max_wait_ms ?? '', max_length: max_length ?? '' };
}

/** The queue as the API takes it, which fills in what is empty; null without a limit. Drafts of an earlier version have none. */
export function toQueue({ max_length, max_wait_ms }: QueueValues = NO_QUEUE, maxParallel: number): Queue | null {
  if (maxParallel === 0 || (max_wait_ms === '' && max_length === '')) return null;
  return { ...(max_wait_ms !== '' && { max_wait_ms }), ...(max_length !== '' && { max_length }) };
}
