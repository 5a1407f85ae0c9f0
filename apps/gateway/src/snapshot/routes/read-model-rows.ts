import { type GatewayConfig, readModelFacts } from '@multilane/config';
import { type OwnModelRow, toOwnRows } from '@multilane/providers';
import { oncePerRow } from '../rows/once-per-row.js';

/** The rows of the file that `model_facts` of the configuration names. */
export function readModelRows(path: string | undefined): readonly OwnModelRow[] {
  return path === undefined ? [] : toOwnRows(readModelFacts(path));
}

/** Rows of a configuration, which are read once: a change of the database reads no file. */
export const modelRowsOf = oncePerRow((config: Pick<GatewayConfig, 'model_facts'>) =>
  readModelRows(config.model_facts),
);
