/** Items of the `map` step. */
const ITEMS = 200;

/** The nodes that send a request, and those that do something else. */
const REQUESTS = ['first', 'yes', 'no', 'join', 'last'];
const WAITS = ['pause', 'later'];

/** A busy machine may be late with an answer: the key of the next attempt is the same. */
const RETRY = { max_attempts: 10, delay_seconds: 1, max_delay_seconds: 10 };

/** Two branches of which each run takes one, a `map` of 200, waits, a join, and a request at each boundary. */
export function describeWorkflow(sinkUrl: string): object {
  const http = { kind: 'http', method: 'POST' };
  const request = (id: string) => ({ id, ...http, url: `${sinkUrl}/${id}`, retry: RETRY });
  return {
    nodes: [
      request('first'),
      { id: 'check', kind: 'condition', expression: 'input.takes_yes && steps.first.output.status == 200' },
      request('yes'),
      request('no'),
      {
        id: 'each',
        kind: 'map',
        items: 'input.list',
        concurrency: 20,
        retry: RETRY,
        step: { ...http, url: `${sinkUrl}/each` },
      },
      { id: 'pause', kind: 'wait', seconds: 2 },
      request('join'),
      { id: 'later', kind: 'wait', seconds: 1 },
      request('last'),
    ],
    edges: [
      { from: 'first', to: 'check' },
      { from: 'check', to: 'yes', branch: 'true' },
      { from: 'check', to: 'no', branch: 'false' },
      { from: 'first', to: 'each' },
      { from: 'each', to: 'pause' },
      { from: 'yes', to: 'join' },
      { from: 'no', to: 'join' },
      { from: 'pause', to: 'join' },
      { from: 'join', to: 'later' },
      { from: 'later', to: 'last' },
    ],
  };
}

/** Returns the input of a run; its number decides on its branch. */
export function inputOf(number: number): { readonly takes_yes: boolean; readonly list: readonly number[] } {
  return { takes_yes: number % 2 === 0, list: Array.from({ length: ITEMS }, (_, index) => index) };
}

/** The idempotency keys of all requests that a run makes. */
export function effectsOf(runId: string, takesYes: boolean): string[] {
  const items = Array.from({ length: ITEMS }, (_, index) => `each/${index}`);
  return ['first', takesYes ? 'yes' : 'no', 'join', 'last', ...items].map((step) => `${runId}/${step}`);
}

/**
 * All moments at which a worker is killed: a request has come and has no answer, it was answered and the worker has not stored that, and
 * each change of a step, an item or a run has just been committed.
 */
export const BOUNDARIES: readonly string[] = [
  ...[...REQUESTS, 'each'].flatMap((node) => [`${node} received`, `${node} answered`]),
  ...[...REQUESTS, 'check', 'item'].flatMap((node) => [`${node} running`, `${node} succeeded`]),
  ...['each', ...WAITS].flatMap((node) => [`${node} running`, `${node} waiting`, `${node} succeeded`]),
  'run running',
  'run succeeded',
];
