import { parseArgs } from 'node:util';
import { measureRetrieval } from './measure-retrieval.js';
import { measureScale } from './measure-scale.js';

const USAGE = `pnpm bench:knowledge [options]

Measures how well knowledge bases find what questions ask for, and how fast a million chunks are searched. Installs a PostgreSQL with
pgvector in the temporary folder (Python's pip is needed). Tables for docs/knowledge.md go to standard output.

  --only <part>    retrieval, or scale
  --chunks <count> chunks of the measurement of scale (1,000,000: about an hour on two cores, and 8 GB of disk)
  --help           this text
`;

const note = (text: string): void => void process.stderr.write(`${text}\n`);
const print = (row: string): void => void process.stdout.write(`${row}\n`);

const { values } = parseArgs({
  args: process.argv.slice(2).filter((parameter) => parameter !== '--'),
  options: {
    only: { type: 'string' },
    chunks: { type: 'string', default: '1000000' },
    help: { type: 'boolean', default: false },
  },
});
const chunks = Number(values.chunks);
if (
  values.help ||
  !Number.isInteger(chunks) ||
  chunks < 10_000 ||
  ![undefined, 'retrieval', 'scale'].includes(values.only)
) {
  note(USAGE);
} else {
  if (values.only !== 'scale') await measureRetrieval({ note, print });
  if (values.only !== 'retrieval') await measureScale({ chunks, note, print });
}
