import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Within this many pixels of its end, a box counts as being read there. */
const NEAR_PX = 24;

/**
 * Scrolls a box to its end when `content` changes, but only while the reader is there: who scrolls up to read is left alone.
 */
export function useFollowEnd<E extends HTMLElement>(content: unknown): RefObject<E | null> {
  const box = useRef<E>(null);
  const isPinned = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const note = () => {
      isPinned.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    };
    element.addEventListener('scroll', note, { passive: true });
    return () => element.removeEventListener('scroll', note);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is shown.
  useLayoutEffect(() => {
    const element = box.current;
    if (element !== null && isPinned.current) element.scrollTop = element.scrollHeight;
  }, [content]);
  return box;
}
