import { GatewayError } from '@multilane/errors';

const BYTES_PER_NUMBER = 4;

/** A vector as the reference's `encoding_format: base64`: little-endian 32-bit floats. */
export function encodeVector(vector: readonly number[]): string {
  const bytes = Buffer.allocUnsafe(vector.length * BYTES_PER_NUMBER);
  for (let index = 0; index < vector.length; index++) bytes.writeFloatLE(vector[index] ?? 0, index * BYTES_PER_NUMBER);
  return bytes.toString('base64');
}

/** The numbers of such a text, each exactly the 32-bit float that it names. Throws `provider_error` for another text. */
export function decodeVector(text: string): number[] {
  const bytes = Buffer.from(text, 'base64');
  const length = bytes.length / BYTES_PER_NUMBER;
  if (length === 0 || !Number.isInteger(length)) throw new GatewayError('provider_error');
  return Array.from({ length }, (_, index) => bytes.readFloatLE(index * BYTES_PER_NUMBER));
}
