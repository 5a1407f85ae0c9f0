import { type KeyboardEvent, useEffect, useRef } from 'react';
import { focusSoon } from '../../graph/focus-soon.js';
import { placeOf } from '../route-graph.js';
import type { RouteViewProps } from '../route-view-props.js';

/** Places in the list, by the key that moves a target. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Handler of the keys that move, copy and remove the chosen target. */
export function useKeys({ edits, graph, selected }: RouteViewProps): (event: KeyboardEvent) => void {
  const isKeyed = useRef(false);
  // The focus follows a target that is moved by the keys.
  useEffect(() => {
    if (!isKeyed.current || selected === undefined) return;
    isKeyed.current = false;
    focusSoon(`.react-flow__node[data-id="${CSS.escape(selected)}"]`);
  }, [selected]);
  return (event: KeyboardEvent): void => {
    const at = (event.target as HTMLElement).closest<HTMLElement>('.react-flow__node')?.dataset.id;
    if (edits === undefined || at === undefined || at !== selected) return;
    // The canvas removes it.
    if (event.key === 'Delete' || event.key === 'Backspace') isKeyed.current = true;
    const isCopy = event.key === 'd' && (event.ctrlKey || event.metaKey);
    if (!isCopy && !event.key.startsWith('Arrow')) return;
    // Without it the canvas moves the node by some pixels.
    event.stopPropagation();
    event.preventDefault();
    isKeyed.current = true;
    const step = STEPS[event.key];
    const place = placeOf(graph, at);
    if (isCopy) edits.onDuplicate(at);
    else if (step !== undefined && place >= 0) edits.onMove(at, place + step);
  };
}
