import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AccessMatrix, AccessRow, IdMakers, ModuleAccess } from './access-matrix.js';

const FOLDER = dirname(fileURLToPath(import.meta.url));

/**
 * Loads the files `<module>.matrix.ts` beside this one. Each exports one matrix or several, under any name, and `IDS` where a path of the
 * module holds ids.
 *
 * @throws Error for a route that is in two of them
 */
export async function loadMatrices(): Promise<ModuleAccess> {
  const rows: Record<string, AccessRow> = {};
  const ids: Record<string, IdMakers[string]> = {};
  const files: Record<string, string> = {};
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.matrix.ts'))) {
    const { IDS = {}, ...matrices } = (await import(`./${file.replace(/\.ts$/, '.js')}`)) as {
      IDS?: IdMakers;
    } & Record<string, AccessMatrix>;
    Object.assign(ids, IDS);
    for (const [route, row] of Object.values(matrices).flatMap((matrix) => Object.entries(matrix))) {
      if (route in rows) throw new Error(`${file} has a row for ${route}, and so does another file`);
      rows[route] = row;
      files[route] = file;
    }
  }
  return { rows, ids, files };
}
