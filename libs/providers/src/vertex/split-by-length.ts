const TEXTS_PER_CALL = 250;
/** "Up to 20,000 tokens per request" (cloud.google.com, "Get text embeddings"). No token is shorter than a byte. */
const BYTES_PER_CALL = 20_000;

/**
 * The texts in order, in as few calls as surely stay within the provider's limits of texts and of tokens. A text that is
 * too long by itself gets a call of its own, for the provider to reject.
 */
export function splitByLength(texts: readonly string[]): string[][] {
  const calls: string[][] = [];
  let call: string[] = [];
  let bytes = 0;
  for (const text of texts) {
    const length = Buffer.byteLength(text);
    if (call.length === TEXTS_PER_CALL || (call.length > 0 && bytes + length > BYTES_PER_CALL)) {
      calls.push(call);
      call = [];
      bytes = 0;
    }
    call.push(text);
    bytes += length;
  }
  return call.length === 0 ? calls : [...calls, call];
}
