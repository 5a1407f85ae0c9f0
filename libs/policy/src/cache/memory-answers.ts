import { LRUCache } from 'lru-cache';
import type { AnswerCache, StoredAnswer } from './stored-answer.js';

export interface MemoryAnswersOptions {
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** A clock that never goes back, in milliseconds. */
  readonly now: () => number;
}

interface Entry {
  readonly answer: StoredAnswer;
  readonly validUntil: number;
}

/** Bytes of an entry beside those of its answer: its key, its fields, its places in the lists. */
const ENTRY_OVERHEAD_BYTES = 512;

/** Keeps answers in this process, up to a number and to a size; the least recently used give way. */
export class MemoryAnswers implements AnswerCache {
  private readonly entries: LRUCache<string, Entry>;
  private readonly now: () => number;

  constructor({ maxEntries, maxBytes, now }: MemoryAnswersOptions) {
    this.now = now;
    this.entries = new LRUCache({
      max: maxEntries,
      maxSize: maxBytes,
      sizeCalculation: ({ answer }) => answer.body.length + ENTRY_OVERHEAD_BYTES,
    });
  }

  /** Number of entries and bytes held. */
  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.entries.size, bytes: this.entries.calculatedSize };
  }

  find(_owner: string, key: string): StoredAnswer | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (this.now() < entry.validUntil) return entry.answer;
    this.entries.delete(key);
    return undefined;
  }

  store(_owner: string, key: string, answer: StoredAnswer, ttlSeconds: number): void {
    this.entries.set(key, { answer, validUntil: this.now() + ttlSeconds * 1000 });
  }

  close(): Promise<void> {
    this.entries.clear();
    return Promise.resolve();
  }
}
