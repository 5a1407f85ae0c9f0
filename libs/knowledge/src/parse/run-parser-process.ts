import { execFile, spawn } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type {
  DocumentFacts,
  DocumentInput,
  OcrOptions,
  ParseBounds,
  ParseFailure,
  ParseOutcome,
} from './parse-outcome.js';

/** The settings that the process gets before the bytes of the document: one line of JSON. */
export interface ParserTask {
  readonly facts: DocumentFacts;
  readonly bounds: ParseBounds;
  readonly ocr?: OcrOptions;
}

const runFile = promisify(execFile);

/** Milliseconds between two looks at the memory of the process. */
const MEMORY_EVERY_MS = 50;

/** Bytes that an outcome may take beside the text itself: the names of members, offsets, escapes. */
const OUTCOME_OVERHEAD = 64 * 1024 * 1024;

/** The share of the memory that JavaScript objects may take; the rest is for buffers, WebAssembly and the runtime. */
const HEAP_SHARE = 0.6;

/** A process runs JavaScript: the sources, which tests load, have it in the build beside them. */
const BUILT = import.meta.url.endsWith('.ts') ? '../../dist/parse/' : './';
const SCRIPT = fileURLToPath(new URL(`${BUILT}parser.process.js`, import.meta.url));
const ISOLATION = new URL(`${BUILT}isolate-process.js`, import.meta.url).href;

/**
 * Parses one document in a process of its own and always ends it. The process has no environment, no network, and no
 * files but the code it runs (docs/contract/knowledge.md#parsing).
 */
export async function runParserProcess(
  input: DocumentInput,
  task: ParserTask,
  signal?: AbortSignal,
): Promise<ParseOutcome> {
  const { bounds, ocr } = task;
  signal?.throwIfAborted();
  const [program, ...programArguments] = limitProcessorTime(
    [process.execPath, ...parserArguments(bounds, ocr), SCRIPT],
    bounds,
  );
  const child = spawn(program, programArguments, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
  let killed: ParseFailure | undefined;
  const kill = (failure?: ParseFailure) => {
    killed ??= failure;
    child.kill('SIGKILL');
  };
  const abort = () => kill();
  const timer = setTimeout(kill, bounds.timeMs, 'too_slow');
  const stopWatching = watchMemory(child.pid, bounds.memoryBytes, () => kill('too_much_memory'));
  signal?.addEventListener('abort', abort);
  try {
    // A process that could not be started, because the machine has none left, ends without code and signal.
    const ended = new Promise<[code: number | null, signal: string | null]>((resolve) => {
      child.once('close', (code, signalName) => resolve([code, signalName]));
      child.on('error', () => resolve([null, null]));
    });
    const fed = feed(child.stdin, input, task, kill);
    const answer = await collect(child.stdout, bounds.textLength * 4 + OUTCOME_OVERHEAD, () => kill('too_much_text'));
    const [code, signalName] = await ended;
    const unread = await fed;
    if (unread !== undefined) throw unread;
    signal?.throwIfAborted();
    if (killed !== undefined) return describeKilled(killed, bounds);
    return code === 0 ? (JSON.parse(answer) as ParseOutcome) : describeCrash(code, signalName, bounds);
  } finally {
    clearTimeout(timer);
    stopWatching();
    signal?.removeEventListener('abort', abort);
    kill();
  }
}

/**
 * Arguments of Node: the size of the heap, no code from strings, no files but this package and the packages that it
 * uses, no processes, and threads for OCR alone, which needs one.
 */
export function parserArguments({ memoryBytes }: ParseBounds, ocr: OcrOptions | undefined): string[] {
  return [
    `--max-old-space-size=${Math.floor((memoryBytes * HEAP_SHARE) / 2 ** 20)}`,
    '--disallow-code-generation-from-strings',
    '--permission',
    ...readableFolders.map((folder) => `--allow-fs-read=${folder}`),
    ...(ocr === undefined ? [] : ['--allow-worker']),
    `--import=${ISOLATION}`,
  ];
}

const SHELL = '/bin/sh';

/**
 * A command that the kernel ends by its processor time, so that a parser does not outlive a service that was killed. Twice
 * the time that the service waits: JavaScript runs on one thread, and the garbage collector on others.
 */
export function limitProcessorTime(command: [string, ...string[]], { timeMs }: ParseBounds): [string, ...string[]] {
  if (!existsSync(SHELL)) return command;
  const seconds = Math.ceil((timeMs * 2) / 1_000) + 1;
  return [SHELL, '-c', 'ulimit -S -t "$0" 2>/dev/null; exec "$@"', String(seconds), ...command];
}

/** The folder of this package, and the outermost `node_modules` that the packages it uses are in. */
const readableFolders = [fileURLToPath(new URL('../../', import.meta.url)), installedPackages()];

function installedPackages(): string {
  const folder = `${sep}node_modules${sep}`;
  const library = createRequire(import.meta.url).resolve('iconv-lite');
  return join(library.slice(0, library.indexOf(folder)), folder);
}

/**
 * Writes the task and the document to the process. A process that ends before it has read everything is no failure, but
 * a file that cannot be read to its end is: the process would take its beginning for the whole.
 * @returns what went wrong with the file
 */
async function feed(
  stdin: Writable,
  input: DocumentInput,
  task: ParserTask,
  kill: () => void,
): Promise<Error | undefined> {
  const bytes = openInput(input);
  let unread: Error | undefined;
  bytes.once('error', (error: Error) => {
    if (stdin.destroyed) return;
    unread = error;
    kill();
  });
  stdin.on('error', () => undefined);
  stdin.write(`${JSON.stringify(task)}\n`);
  // A process that ended early says why by its outcome; a source that could not be read is returned.
  await pipeline(bytes, stdin).catch(() => undefined);
  return unread;
}

function openInput(input: DocumentInput): Readable {
  if (input instanceof Uint8Array) return Readable.from([input]);
  return 'path' in input ? createReadStream(input.path) : Readable.from(input.open(), { objectMode: false });
}

/** Everything that the process writes, unless it is more than any outcome. */
async function collect(stdout: Readable, limit: number, onTooMuch: () => void): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  stdout.on('data', (part: Buffer) => {
    size += part.length;
    if (size <= limit) parts.push(part);
    else onTooMuch();
  });
  // The reader judges an incomplete outcome.
  await finished(stdout).catch(() => undefined);
  return Buffer.concat(parts).toString();
}

/** Calls back once if the process takes more memory than it may. */
function watchMemory(pid: number | undefined, limit: number, onTooMuch: () => void): () => void {
  if (pid === undefined) return () => undefined;
  // The kernel is to end the parser rather than the service, should the machine run out of memory first.
  void writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => undefined);
  const timer = setInterval(() => {
    void readResidentBytes(pid).then((bytes) => {
      if (bytes > limit) onTooMuch();
    });
  }, MEMORY_EVERY_MS);
  return () => clearInterval(timer);
}

/** Resident memory of a process in bytes; 0 once it has ended. */
async function readResidentBytes(pid: number): Promise<number> {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  }
  // A process that ended holds no memory.
  const { stdout } = await runFile('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '0' }));
  return Number(stdout.trim()) * 1024;
}

function describeKilled(failure: ParseFailure, { timeMs, memoryBytes, textLength }: ParseBounds): ParseOutcome {
  const reasons: Partial<Record<ParseFailure, string>> = {
    too_slow: `Reading the document took longer than ${Math.round(timeMs / 1000)} seconds.`,
    too_much_memory: `Reading the document took more than ${Math.floor(memoryBytes / 2 ** 20)} MB of memory.`,
    too_much_text: `The document has more than ${textLength} characters of text.`,
  };
  return { status: 'failed', failure, reason: `${reasons[failure]} Split it into smaller documents.` };
}

/** The kernel ends what takes too much processor time, V8 aborts where its heap is full, and a machine without memory kills the parser first; every other early end is a fault of the parser. */
function describeCrash(code: number | null, signal: string | null, bounds: ParseBounds): ParseOutcome {
  if (signal === 'SIGXCPU') return describeKilled('too_slow', bounds);
  if (signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134) return describeKilled('too_much_memory', bounds);
  return {
    status: 'failed',
    failure: 'parser_failed',
    reason: 'The parser ended without an answer. Try again; if it happens again, save the document in another format.',
  };
}
