import { type AnyRequest, type EmbeddingItem, isRecord } from '@multilane/contracts';
import { unreadable } from '../failures/map-error.js';

const BYTES_PER_NUMBER = 4;

/**
 * The vectors of an answer in the order of the inputs, one for each; the list itself if they are (docs/contract/embeddings.md#embeddings).
 * Throws a `ProviderFailure` for vectors that cannot be: other members than finite numbers, several lengths or another one than was asked
 * for, positions that are none or occur twice, more or fewer vectors than inputs.
 */
export function orderVectors(data: EmbeddingItem[], request: AnyRequest | undefined): EmbeddingItem[] {
  const inputs = countInputs(request?.input);
  if (data.length === 0 || (inputs !== undefined && data.length !== inputs)) {
    throw unreadable(`${data.length} embeddings for ${inputs ?? 'some'} inputs`);
  }
  const isPacked = request?.output_dtype !== undefined && request.output_dtype !== null;
  if (!isPacked) checkLengths(data, request?.dimensions);
  if (data.every(({ index }, position) => index === position)) return data;
  const ordered: EmbeddingItem[] = new Array(data.length);
  for (const item of data) {
    if (item.index < 0 || item.index >= data.length || ordered[item.index] !== undefined) {
      throw unreadable('the index of an embedding');
    }
    ordered[item.index] = item;
  }
  return ordered;
}

/** Vectors of numbers alone: what an answer of packed bits or whole bytes holds is for its provider to say. */
function checkLengths(data: readonly EmbeddingItem[], dimensions: unknown): void {
  const length = lengthOf(data[0]?.embedding);
  if (length === 0) throw unreadable('an embedding without numbers');
  if (typeof dimensions === 'number' && length !== dimensions) throw unreadable('the length of an embedding');
  for (const { embedding } of data) {
    if (lengthOf(embedding) !== length) throw unreadable('embeddings of several lengths');
    if (typeof embedding !== 'string') checkNumbers(embedding);
  }
}

function checkNumbers(vector: readonly unknown[]): void {
  for (const number of vector)
    if (!Number.isFinite(number)) throw unreadable('an embedding with something that is no number');
}

/** Base64 is of 32-bit floats. */
function lengthOf(embedding: unknown): number {
  if (Array.isArray(embedding)) return embedding.length;
  if (typeof embedding !== 'string') throw unreadable('an embedding');
  const numbers = Buffer.byteLength(embedding, 'base64') / BYTES_PER_NUMBER;
  if (!Number.isInteger(numbers) || !/^[A-Za-z0-9+/_-]{0,8}$/.test(embedding.slice(0, 8)))
    throw unreadable('an embedding');
  return numbers;
}

/** One text, or the tokens of one, is a single input; undefined where the request is not known. */
function countInputs(input: unknown): number | undefined {
  if (input === undefined) return undefined;
  if (!Array.isArray(input)) return 1;
  return typeof input[0] === 'number' ? 1 : input.length;
}

/** The documents that a rerank request ranks; undefined where it is not known. */
export function countDocuments(request: AnyRequest | undefined): number | undefined {
  return isRecord(request) && Array.isArray(request.documents) ? request.documents.length : undefined;
}
