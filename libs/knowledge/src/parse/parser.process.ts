/** Parses one document: a task and bytes come in over stdin, an outcome goes out over stdout. */
import { buffer } from 'node:stream/consumers';
import { boundDocument } from './bound-document.js';
import { detectType } from './detect-type.js';
import { parseFormat } from './formats/parse-format.js';
import { ParseError } from './parse-error.js';
import type { ParseOutcome } from './parse-outcome.js';
import type { ParserTask } from './run-parser-process.js';

const NEW_LINE = 10;

// Libraries write warnings; only the outcome may go to stdout.
for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) console[name] = () => undefined;

const received = await buffer(process.stdin);
const lineEnd = received.indexOf(NEW_LINE);
const outcome = await parse(JSON.parse(received.toString('utf8', 0, lineEnd)), received.subarray(lineEnd + 1));
process.stdout.write(JSON.stringify(outcome), () => process.exit(0));

async function parse({ facts, bounds, ocr }: ParserTask, bytes: Uint8Array): Promise<ParseOutcome> {
  try {
    const type = await detectType(bytes, facts);
    if (type.format === 'media') return { status: 'needs_transcription', mediaType: type.mediaType };
    const document = await parseFormat(type.format, { bytes, facts, bounds, ocr, mediaType: type.mediaType });
    return { status: 'parsed', document: boundDocument(document, bounds) };
  } catch (error) {
    if (error instanceof ParseError) return { status: 'failed', failure: error.failure, reason: error.reason };
    return {
      status: 'failed',
      failure: 'corrupt',
      reason:
        'The file is damaged or not valid for its format. Open it in the program it comes from and save it again.',
    };
  }
}
