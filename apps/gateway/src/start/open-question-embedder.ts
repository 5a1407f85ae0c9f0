import type { PipelineServices } from '../pipeline/pipeline-services.js';
import type { EmbeddingAsker, QuestionEmbedder } from '../services/question-embedder.js';

/** Time limit for a text, in milliseconds. The first one waits for the model to be loaded, which takes seconds on a busy machine. */
const LONGEST_MS = 30_000;

/** Opens the embedder of the response cache. Its packages are loaded with the first question. */
export function openQuestionEmbedder(services: () => PipelineServices | undefined): QuestionEmbedder {
  return new LazyEmbedder(services);
}

class LazyEmbedder implements QuestionEmbedder {
  #opened: Promise<QuestionEmbedder> | undefined;

  constructor(private readonly services: () => PipelineServices | undefined) {}

  async embed(model: string, text: string, asker: EmbeddingAsker): Promise<Float32Array | undefined> {
    this.#opened ??= this.#open();
    const embedder = await this.#opened;
    return embedder.embed(model, text, asker);
  }

  async close(): Promise<void> {
    const embedder = await this.#opened;
    await embedder?.close();
  }

  async #open(): Promise<QuestionEmbedder> {
    const [{ openBuiltinEmbedder }, { CacheQuestionEmbedder }] = await Promise.all([
      import('@multilane/knowledge'),
      import('../knowledge/question-embedder.js'),
    ]);
    return new CacheQuestionEmbedder(openBuiltinEmbedder({ waitingTexts: 8, batchMs: LONGEST_MS }), this.services);
  }
}
