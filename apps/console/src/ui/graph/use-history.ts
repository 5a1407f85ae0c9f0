import { useHotkeys } from '@mantine/hooks';
import { useCallback, useReducer } from 'react';
import { type HistoryAction, type KeyedHistory, reduceHistory } from './history.js';

/** A state whose changes can be taken back, also with the usual keys. */
export function useHistory<State>(begin: () => State) {
  const [history, dispatch] = useReducer(
    reduceHistory as (history: KeyedHistory<State>, action: HistoryAction<State>) => KeyedHistory<State>,
    undefined,
    (): KeyedHistory<State> => ({ past: [], present: begin(), future: [] }),
  );
  /** @param about changes of the same are taken back together, as letters of one field are */
  const change = useCallback(
    (to: State, about?: string) => dispatch({ kind: 'change', to, ...(about !== undefined && { key: about }) }),
    [],
  );
  const undo = useCallback(() => dispatch({ kind: 'undo' }), []);
  const redo = useCallback(() => dispatch({ kind: 'redo' }), []);
  useHotkeys([
    ['mod+z', undo],
    ['mod+shift+z', redo],
    ['mod+y', redo],
  ]);
  return {
    present: history.present,
    change,
    undo,
    redo,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}
