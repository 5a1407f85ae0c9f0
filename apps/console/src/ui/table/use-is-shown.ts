import { type RefObject, useEffect, useRef } from 'react';

/** Says whether the component is still on the page: work that takes long goes on when somebody leaves it, or is signed out. */
export function useIsShown(): RefObject<boolean> {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return shown;
}
