import { readModelFacts } from '@multilane/config';
import { type OwnModelRow, toOwnRows } from '@multilane/providers';

/** The rows of the file that `model_facts` of the configuration names. */
export function readModelRows(path: string | undefined): readonly OwnModelRow[] {
  return path === undefined ? [] : toOwnRows(readModelFacts(path));
}
