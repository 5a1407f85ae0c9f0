import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDemoKey } from './create-demo-key.js';
import { writePrivateFile } from './data-folder.js';

const NAME = 'quickstart.json';

/** Data for a script's first call. */
export interface Quickstart {
  /** With `/v1`, as the reference SDK takes it. */
  readonly base_url: string;
  /** Null if the configuration is the user's own, and the keys in it are too. */
  readonly api_key: string | null;
  readonly models: readonly string[];
}

/** The demo key of an earlier start; undefined when there is none, or the file is not ours to read. */
export function readDemoKey(folder: string): string | undefined {
  try {
    const { api_key: key } = JSON.parse(readFileSync(join(folder, NAME), 'utf8'));
    return isDemoKey(key) ? key : undefined;
  } catch {
    // Missing or damaged: a new key is made, and the file is rewritten.
    return undefined;
  }
}

export function writeQuickstart(folder: string, quickstart: Quickstart): void {
  writePrivateFile(folder, NAME, `${JSON.stringify(quickstart, null, 2)}\n`);
}
