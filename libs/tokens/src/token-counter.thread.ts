import { parentPort } from 'node:worker_threads';
import { type EncodingName, loadEncoding } from './tokenizer.js';

/** Texts to count, each list by itself. Together they are short: the asker has taken samples of long ones. */
export interface CountQuestion {
  readonly id: number;
  readonly encoding: EncodingName;
  readonly lists: readonly (readonly string[])[];
}

/** Tokens of each list, or why they were not counted. */
export type CountAnswer =
  | { readonly id: number; readonly tokens: readonly number[] }
  | { readonly id: number; readonly error: string };

parentPort?.on('message', (question: CountQuestion) => {
  void answer(question).then((message) => parentPort?.postMessage(message));
});

async function answer({ id, encoding, lists }: CountQuestion): Promise<CountAnswer> {
  try {
    const tokenizer = await loadEncoding(encoding);
    return { id, tokens: lists.map((texts) => tokenizer.countAll(texts)) };
  } catch (error) {
    return { id, error: (error as Error).message };
  }
}
