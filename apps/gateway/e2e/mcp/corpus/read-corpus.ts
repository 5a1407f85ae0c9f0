import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHARED_FIXTURES_BEYOND_TEXT } from '@multilane/testing/shared-fixtures';
import type { Era, Members } from './scripted-server.js';

/** A value of a type of the protocol, as the corpus has it. */
export interface CorpusCase {
  /** `<era>/<type>/<file>`. */
  readonly name: string;
  readonly era: Era;
  readonly type: string;
  readonly value: Members;
}

/** A message, and what a receiver must do with it. */
export interface Rejection {
  readonly name: string;
  readonly message: unknown;
  readonly expected: string;
  /** Codes of an error: any of these. */
  readonly codes: readonly number[];
}

/** Parameters that do not fit are these in JSON-RPC. The corpus has the second, and says that it may change. */
export const INVALID_PARAMS: readonly number[] = [-32_602, -32_603];

const ERAS: readonly Era[] = ['2025-11-25', '2026-07-28'];

/** The cases of the MCP project, of both eras. None where they are missing. */
export function readCorpus(): CorpusCase[] {
  return ERAS.flatMap((era) => {
    const folder = join(SHARED_FIXTURES_BEYOND_TEXT, `mcp-${era}`);
    return listFolder(folder).flatMap((type) =>
      listFolder(join(folder, type))
        .filter((file) => file.endsWith('.json'))
        .map((file) => ({
          name: `${era}/${type}/${file.replace('.json', '')}`,
          era,
          type,
          value: JSON.parse(readFileSync(join(folder, type, file), 'utf8')) as Members,
        })),
    );
  });
}

function listFolder(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** The messages of the MCP project that a receiver must reject, and one that it must not. None where they are missing. */
export function readRejections(): Rejection[] {
  const folder = join(SHARED_FIXTURES_BEYOND_TEXT, 'mcp-rejection');
  return listFolder(folder).map((name) => {
    const text = readFileSync(join(folder, name, `${name}.json`), 'utf8');
    const { errorCode, expect, message } = JSON.parse(text) as { errorCode?: number; expect: string; message: unknown };
    const codes = errorCode === undefined ? [] : INVALID_PARAMS.includes(errorCode) ? INVALID_PARAMS : [errorCode];
    return { name, message, expected: expect, codes };
  });
}
