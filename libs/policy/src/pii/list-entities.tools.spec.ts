import { findNext, type ScanPlan } from './scan-text.js';
import { TextWindow } from './text-window.js';

export interface FoundEntity {
  readonly entity: string;
  readonly value: string;
}

/** Every entity of a text, in order. */
export function listEntities(text: string, plan: ScanPlan): FoundEntity[] {
  const window = new TextWindow();
  window.text = text;
  window.isFinal = true;
  const found: FoundEntity[] = [];
  for (let stop = findNext(window, 0, plan); stop; stop = findNext(window, stop.end, plan)) {
    const { entity, start, end } = stop;
    if (entity && entity !== 'placeholder') found.push({ entity, value: text.slice(start, end) });
  }
  return found;
}
