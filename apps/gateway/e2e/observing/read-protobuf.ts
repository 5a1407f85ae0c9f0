/** The fields of a protobuf message by number: the bytes of those with a length, the value of all others. */
export type Fields = ReadonlyMap<number, readonly (Buffer | bigint)[]>;

const VARINT = 0;
const EIGHT_BYTES = 1;
const LENGTH = 2;
const FOUR_BYTES = 5;

/** Reads one message of the protobuf wire format (protobuf.dev/programming-guides/encoding). */
export function readProtobuf(bytes: Buffer): Fields {
  const fields = new Map<number, (Buffer | bigint)[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const take = (length: number): Buffer => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const readValue = (type: number): Buffer | bigint => {
    if (type === VARINT) return varint();
    if (type === EIGHT_BYTES) return take(8).readBigUInt64LE();
    if (type === FOUR_BYTES) return BigInt(take(4).readUInt32LE());
    if (type === LENGTH) return take(Number(varint()));
    throw new Error(`a field of wire type ${type}`);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const values = fields.get(tag >> 3) ?? [];
    values.push(readValue(tag & 7));
    fields.set(tag >> 3, values);
  }
  return fields;
}

/** The messages of a field, in order. */
export function messagesOf(fields: Fields, number: number): Fields[] {
  return (fields.get(number) ?? []).map((value) => readProtobuf(value as Buffer));
}
