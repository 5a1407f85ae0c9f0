/** Changes that were made, and those that were undone. */
export interface History<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
}

export type HistoryAction<State> =
  | { readonly kind: 'change'; readonly to: State; readonly key?: string }
  | { readonly kind: 'undo' | 'redo' };

/** Steps back at most. */
const MOST = 100;

export interface KeyedHistory<State> extends History<State> {
  /** Subject of the last change: a further change of the same is part of it, as letters of one field are. */
  readonly key?: string | undefined;
}

/** The history after a change, or a step back or forth. */
export function reduceHistory<State>(history: KeyedHistory<State>, action: HistoryAction<State>): KeyedHistory<State> {
  const { future, key, past, present } = history;
  if (action.kind === 'change') {
    if (action.to === present) return history;
    const isSame = action.key !== undefined && action.key === key && past.length > 0;
    return {
      past: isSame ? past : [...past, present].slice(-MOST),
      present: action.to,
      future: [],
      key: action.key,
    };
  }
  const [next, ...rest] = action.kind === 'undo' ? [...past].reverse() : future;
  if (next === undefined) return history;
  return action.kind === 'undo'
    ? { past: rest.reverse(), present: next, future: [present, ...future] }
    : { past: [...past, present], present: next, future: rest };
}
