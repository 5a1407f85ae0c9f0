import { MOST_LANES } from './lanes.js';

/** The models of the lanes, as the URL holds them. */
export interface PlaygroundSearch {
  readonly models?: readonly string[];
}

const LONGEST_NAME = 512;

/** Reads the URL: names that are no text are left out, and lanes that would be too many. */
export function readPlaygroundSearch({ models }: Readonly<Record<string, unknown>>): PlaygroundSearch {
  const listed = Array.isArray(models) ? models : [models];
  const names = listed.filter((name) => typeof name === 'string' && name !== '' && name.length <= LONGEST_NAME);
  return names.length === 0 ? {} : { models: names.slice(0, MOST_LANES) };
}
