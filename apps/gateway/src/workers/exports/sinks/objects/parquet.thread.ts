import { parentPort } from 'node:worker_threads';
import { writeParquet } from './parquet-file.js';

/** A file, or why there is none. */
export type ParquetAnswer = { readonly bytes: ArrayBuffer } | { readonly error: string };

parentPort?.on('message', (lines: string) => {
  try {
    const bytes = writeParquet(lines);
    parentPort?.postMessage({ bytes } satisfies ParquetAnswer, [bytes]);
  } catch (error) {
    parentPort?.postMessage({ error: (error as Error).message } satisfies ParquetAnswer);
  }
});
