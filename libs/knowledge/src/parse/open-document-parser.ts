import { stat } from 'node:fs/promises';
import {
  DEFAULT_PARSE_BOUNDS,
  type DocumentFacts,
  type DocumentInput,
  type DocumentParser,
  type ParseOptions,
  type ParseOutcome,
} from './parse-outcome.js';
import { runParserProcess } from './run-parser-process.js';

export interface DocumentParserOptions {
  /** Documents that are parsed at the same time; others wait. Each may take `bounds.memoryBytes`. */
  readonly concurrency: number;
}

/**
 * Parses documents in processes of their own, a bounded number at a time. A process serves one document, so that none
 * can change how the next one is read, and takes its memory with it when it ends.
 */
export function openDocumentParser({ concurrency }: DocumentParserOptions): DocumentParser {
  const closing = new AbortController();
  const waiting: (() => void)[] = [];
  let free = concurrency;

  const acquire = async (signal: AbortSignal) => {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      const abort = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      waiting.push(start);
      signal.addEventListener('abort', abort, { once: true });
    });
  };
  const release = () => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  const running = new Set<Promise<ParseOutcome>>();

  const run = async (input: DocumentInput, facts: DocumentFacts, options: ParseOptions): Promise<ParseOutcome> => {
    const bounds = { ...DEFAULT_PARSE_BOUNDS, ...options.bounds };
    const size = await sizeOf(input);
    if (size > bounds.fileBytes) {
      const limit = Math.floor(bounds.fileBytes / 2 ** 20);
      const reason = `The file is larger than ${limit} MB. Split it into smaller documents.`;
      return { status: 'failed', failure: 'too_large', reason };
    }
    const signal = options.signal === undefined ? closing.signal : AbortSignal.any([closing.signal, options.signal]);
    await acquire(signal);
    try {
      return await runParserProcess(input, { facts, bounds, ocr: options.ocr }, signal);
    } finally {
      release();
    }
  };

  return {
    async parseDocument(input, facts, options = {}) {
      const outcome = run(input, facts, options);
      running.add(outcome);
      try {
        return await outcome;
      } finally {
        running.delete(outcome);
      }
    },
    async close() {
      closing.abort(new Error('The document parser is closed.'));
      await Promise.allSettled(running);
    },
  };
}

async function sizeOf(input: DocumentInput): Promise<number> {
  if (input instanceof Uint8Array) return input.length;
  return 'path' in input ? (await stat(input.path)).size : input.size;
}
