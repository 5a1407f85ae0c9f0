import { isRecord, parseBoundedJson } from '@multilane/contracts';
import type { WordOrder } from '../questions/compare-questions.js';
import type { SimilarQuestion } from './similar-questions.js';

/** A question as text, for a store outside of the process. */
export function packQuestion({ vector, ...question }: SimilarQuestion): string {
  const bytes = vector && Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
  return JSON.stringify({ ...question, ...(bytes && { vector: bytes.toString('base64') }) });
}

/** The question that `text` was made of; undefined for anything else. */
export function unpackQuestion(text: string): SimilarQuestion | undefined {
  try {
    const packed: unknown = parseBoundedJson(text);
    if (!isRecord(packed)) return undefined;
    const { answerKey, idSeed, model, order, requestId, vector } = packed;
    if (typeof answerKey !== 'string' || typeof idSeed !== 'string' || typeof requestId !== 'string') return undefined;
    if (!Array.isArray(order) || !order.every(isOrder)) return undefined;
    return {
      answerKey,
      idSeed,
      requestId,
      order,
      model: typeof model === 'string' ? model : undefined,
      vector: typeof vector === 'string' ? readVector(vector) : undefined,
    };
  } catch {
    return undefined;
  }
}

function readVector(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  const vector = new Float32Array(Math.floor(bytes.length / Float32Array.BYTES_PER_ELEMENT));
  for (let at = 0; at < vector.length; at += 1) vector[at] = bytes.readFloatLE(at * Float32Array.BYTES_PER_ELEMENT);
  return vector;
}

function isOrder(value: unknown): value is WordOrder {
  if (!isRecord(value) || !Array.isArray(value.words)) return false;
  return value.words.every((word) => isRecord(word) && typeof word.text === 'string');
}
