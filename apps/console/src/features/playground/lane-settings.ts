import type { Settings } from './build-body.js';
import { MOST_LANES } from './lanes.js';

/** Settings that a lane has for itself, by its place; the others have the shared ones. */
export type OwnSettings = Readonly<Partial<Record<string, Settings>>>;

export function settingsOf(shared: Settings, own: OwnSettings, lane: number): Settings {
  return own[lane] ?? shared;
}

/** The settings after a lane was removed: those behind it move up. */
export function withoutLane(own: OwnSettings, removed: number): OwnSettings {
  const left = Array.from({ length: MOST_LANES }, (_, place) => place)
    .filter((place) => place !== removed)
    .map((place, next) => [String(next), own[place]] as const);
  return Object.fromEntries(left.filter(([, settings]) => settings !== undefined));
}
