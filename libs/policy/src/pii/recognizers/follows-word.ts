import type { TextWindow } from '../text-window.js';

/** How far before a number a word may say what it is. */
const REACH = 36;

/** Whether the few characters before a place match, in lower case. */
export function followsWord(window: TextWindow, at: number, pattern: RegExp): boolean {
  return pattern.test(window.slice(at - REACH, at).toLowerCase());
}
