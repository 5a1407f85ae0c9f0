import { useEffect, useRef, useState } from 'react';

/** Loads the code of the palette. */
export const loadCommandPalette = () => import('./command-palette.js');

/** Delay until the page has long been drawn and nothing else is on its way. */
const IDLE_MS = 5000;

/** Most letters that are kept for a palette that is being loaded. */
const MOST_TYPED = 100;

interface PaletteState {
  readonly isOpen: boolean;
  /** Letters that were typed since it was opened and before its code was there. */
  readonly typed: () => string;
  readonly open: () => void;
  readonly close: () => void;
}

/**
 * Opens the command palette on Ctrl+K. Its code is no part of what a page loads first: it comes with the modifier key, with a look at the
 * button, or when nothing has happened for a while.
 */
export function useCommandPalette(): PaletteState {
  const [isOpen, setOpen] = useState(false);
  const typed = useRef('');
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') loadSoon();
      if (event.key === 'k' && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        typed.current = '';
        setOpen(true);
      } else if (isOpen && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !isInField(event.target)) {
        typed.current = `${typed.current}${event.key}`.slice(0, MOST_TYPED);
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOpen]);
  useEffect(() => {
    const timer = setTimeout(loadSoon, IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return {
    isOpen,
    typed: () => typed.current,
    open: () => {
      typed.current = '';
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}

/** Loads ahead what a click or a message needs. A failure shows where it is needed. */
export function loadSoon(): void {
  void loadCommandPalette().catch(() => undefined);
  void import('./notifications.js').catch(() => undefined);
}

function isInField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable="true"]') !== null;
}
