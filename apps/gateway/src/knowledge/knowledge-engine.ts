import { BUILTIN_MODEL, type ChunkStore, type Embedder } from '@multilane/knowledge';
import { loadTokenizer } from '@multilane/tokens';
import type { ModelAsker } from './ask-model.js';
import { type EmbeddingPurpose, embedTexts, TEXTS_PER_REQUEST } from './embed-texts.js';

export interface KnowledgeParts {
  readonly store: ChunkStore;
  /** The built-in model; it starts with the first text. */
  readonly builtin: Embedder;
}

/** Store of chunks, and the embedders that turn texts into vectors. */
export class KnowledgeEngine {
  readonly store: ChunkStore;
  private readonly builtin: Embedder;

  constructor({ builtin, store }: KnowledgeParts) {
    this.store = store;
    this.builtin = builtin;
  }

  /** Texts that `embed` takes at once. */
  readonly textsAtOnce = TEXTS_PER_REQUEST;

  /**
   * One vector of length 1 for each text: by the built-in model in this process, or by a model that the asker asks.
   *
   * @param findAsker called for models of providers only
   * @throws EmbedderError, GatewayError, or the signal's reason
   */
  async embed(
    model: string,
    texts: readonly string[],
    purpose: EmbeddingPurpose,
    findAsker: () => Promise<ModelAsker>,
    signal?: AbortSignal,
  ): Promise<readonly Float32Array[]> {
    if (model === BUILTIN_MODEL) return this.builtin.embed(texts, signal);
    return embedTexts(model, texts, purpose, await findAsker());
  }

  /** Counts tokens as the model's tokenizer does, where that is known. */
  async loadCounter(model: string): Promise<(text: string) => number> {
    const tokenizer = await loadTokenizer(model);
    return (text) => tokenizer.count(text);
  }

  async close(): Promise<void> {
    await this.builtin.close();
    await this.store.close();
  }
}
