import { type FileHandle, open } from 'node:fs/promises';
import type { ExportSinkEntry } from '@multilane/config';
import { writeLines } from './encode-body.js';
import type { Sink } from './sink.js';

type Settings = Extract<ExportSinkEntry, { kind: 'file' }>['config'];

/** Codes of errors that an operator must mend. A full disk is not among them: it may be emptied. */
const OF_SETTINGS: ReadonlySet<unknown> = new Set(['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR', 'EROFS', 'EPERM']);

/**
 * Lines of NDJSON at the end of a file, written and synced before the batch counts as delivered. A write that fails half-way is taken back, and
 * after one that was killed half-way the batch begins on a new line. The file is opened for each batch, so that it may be moved away at any time.
 */
export function openFileSink({ path }: Settings): Sink {
  return {
    async send({ records }) {
      const lines = writeLines(records);
      try {
        const file = await open(path, 'a+', 0o600);
        try {
          const { size } = await file.stat();
          try {
            await file.appendFile((await endsInLine(file, size)) ? `\n${lines}` : lines);
            await file.datasync();
          } catch (error) {
            await file.truncate(size);
            throw error;
          }
        } finally {
          await file.close();
        }
        return { kind: 'accepted' };
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        const reason = `The file could not be written${code === undefined ? '' : ` (${code})`}.`;
        return { kind: OF_SETTINGS.has(code) ? 'refused' : 'away', reason };
      }
    },
  };
}

/** True if the last line of a file is not whole. */
async function endsInLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return false;
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
  return buffer.toString() !== '\n';
}
