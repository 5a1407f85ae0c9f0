/** Base64 of bytes as they come: the pieces together are the base64 of the whole. */
export async function* writeBase64(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let carry: Uint8Array = new Uint8Array();
  for await (const piece of bytes) {
    const joined = carry.length === 0 ? piece : Buffer.concat([carry, piece]);
    const whole = joined.length - (joined.length % 3);
    if (whole > 0) yield encode(joined.subarray(0, whole));
    carry = joined.subarray(whole);
  }
  if (carry.length > 0) yield encode(carry);
}

const encode = (bytes: Uint8Array): Buffer => Buffer.from(Buffer.from(bytes).toString('base64'), 'latin1');
