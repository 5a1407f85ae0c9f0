import { tenantOf } from '@multilane/auth';
import { BUILTIN_MODEL, type Embedder } from '@multilane/knowledge';
import { FairQueue } from '@multilane/process';
import type { PipelineServices } from '../pipeline/pipeline-services.js';
import type { EmbeddingAsker, QuestionEmbedder } from '../services/question-embedder.js';
import { embedTexts } from './embed-texts.js';

/** Questions that wait for the built-in model: of one tenant and of all, and their characters. */
const BOUNDS = { jobs: 128, jobsOfTenant: 16, characters: 256 * 1024 };

/** Calls of models that run at the same time, of one tenant and of all. More are not made. */
const MOST_CALLS = 64;
const MOST_CALLS_OF_TENANT = 16;

interface Job {
  readonly tenant: string;
  readonly characters: number;
  readonly text: string;
  readonly resolve: (vector: Float32Array | undefined) => void;
}

/**
 * Embeds the questions of the response cache. The built-in model runs in a process of its own, beside that of knowledge bases, whose long
 * documents would be in the way; it starts with the first question. Tenants take turns.
 */
export class CacheQuestionEmbedder implements QuestionEmbedder {
  readonly #queue = new FairQueue<Job>(BOUNDS);
  readonly #calls = new Map<string, number>();
  #callCount = 0;
  #isRunning = false;

  constructor(
    private readonly builtin: Embedder,
    private readonly services: () => PipelineServices | undefined,
  ) {}

  embed(model: string, text: string, asker: EmbeddingAsker): Promise<Float32Array | undefined> {
    const tenant = tenantOf(asker.admission.caller);
    return model === BUILTIN_MODEL ? this.#wait(tenant, text) : this.#call(model, text, tenant, asker);
  }

  close(): Promise<void> {
    return this.builtin.close();
  }

  #wait(tenant: string, text: string): Promise<Float32Array | undefined> {
    return new Promise((resolve) => {
      if (this.#queue.push({ tenant, text, characters: text.length, resolve })) void this.#run();
      else resolve(undefined);
    });
  }

  /** Embeds one question after the other, of each tenant in turn. */
  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let job = this.#next(); job !== undefined; job = this.#next()) {
      // A question without a vector is not compared, and counted as such.
      const [vector] = await this.builtin.embed([job.text]).catch(() => []);
      job.resolve(vector);
    }
    this.#isRunning = false;
  }

  #next(): Job | undefined {
    return this.#queue.take(() => true);
  }

  async #call(
    model: string,
    text: string,
    tenant: string,
    { admission, clientAddress, requestId }: EmbeddingAsker,
  ): Promise<Float32Array | undefined> {
    const services = this.services();
    const own = this.#calls.get(tenant) ?? 0;
    if (services === undefined || own >= MOST_CALLS_OF_TENANT || this.#callCount >= MOST_CALLS) return undefined;
    this.#calls.set(tenant, own + 1);
    this.#callCount += 1;
    try {
      const asker = { services, admission, clientAddress, headers: {}, requestId: `${requestId}_cache` };
      const [vector] = await embedTexts(model, [text], 'document', asker);
      return vector;
    } catch {
      // The record of the request says why. The question is not compared then.
      return undefined;
    } finally {
      this.#callCount -= 1;
      const left = (this.#calls.get(tenant) ?? 1) - 1;
      if (left === 0) this.#calls.delete(tenant);
      else this.#calls.set(tenant, left);
    }
  }
}
