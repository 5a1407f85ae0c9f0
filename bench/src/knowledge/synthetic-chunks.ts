import type { EmbeddedChunk } from '@multilane/knowledge';

/** Subjects that all tenants share; each tenant has documents on some of them. */
const SUBJECTS = 2_000;
const SUBJECTS_OF_TENANT = 60;
/** Distance of a chunk from the middle of its subject, relative to the distance of subjects. */
const SPREAD = 0.7;
const VOCABULARY = 40_000;
const WORDS = 120;

/**
 * Chunks as embeddings of text are distributed: in clusters, which a tenant shares with others. Words follow Zipf's law.
 * Evenly random vectors would be unlike any text, and harder for every index.
 */
export class SyntheticChunks {
  readonly #random = createRandom(20_261_123);
  readonly #subjects: Float32Array[];

  constructor(private readonly dimensions: number) {
    this.#subjects = Array.from({ length: SUBJECTS }, () => this.#makeNoise());
  }

  makeChunk(tenant: number, index: number): EmbeddedChunk {
    const content = Array.from({ length: WORDS }, () => this.#drawWord()).join(' ');
    const metadata = { source: `document-${tenant}.md`, chunk_index: index, page: 1 + (index % 40) };
    return { chunk: { index, content, metadata, language: 'en' }, embedding: this.makeVector(tenant) };
  }

  makeVector(tenant: number): Float32Array {
    const subject = this.#subjects[(tenant * 7 + Math.floor(this.#random() * SUBJECTS_OF_TENANT) * 31) % SUBJECTS];
    const vector = this.#makeNoise().map((value, at) => value * SPREAD + (subject?.[at] ?? 0));
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  }

  makeQuestion(tenant: number): string {
    return `what is ${Array.from({ length: 5 }, () => this.#drawWord()).join(' ')} of tenant ${tenant}`;
  }

  #drawWord(): string {
    return `word${Math.floor(VOCABULARY ** this.#random()).toString(36)}`;
  }

  #makeNoise(): Float32Array {
    // The sum of three even numbers is near enough to a bell.
    const draw = () => this.#random() + this.#random() + this.#random() - 1.5;
    return Float32Array.from({ length: this.dimensions }, draw);
  }
}

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
