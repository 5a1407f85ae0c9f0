import type { Library } from './kafka-connection.js';

/** A record as it is written. */
export interface KafkaMessage {
  /** Id of the record. */
  readonly id: string;
  readonly key: Buffer | undefined;
  readonly value: Buffer;
  readonly headers: Map<Buffer, Buffer>;
  /** Time of the record, in milliseconds. */
  readonly timestamp: bigint;
}

/** Messages for a partition that are written together, or not at all. */
export interface PartitionChunk {
  readonly partition: number;
  readonly messages: readonly KafkaMessage[];
}

/** A topic takes batches of 1 MiB, if nobody has set `max.message.bytes`. */
const MOST_BYTES = 900_000;
/** Bytes of a record beside its key, its value and its headers, at most. */
const OVERHEAD = 64;

export const idsOf = ({ messages }: PartitionChunk): string[] => messages.map(({ id }) => id);

/**
 * Cuts messages into chunks for each partition, in their order. The partition of a key is the one that Kafka's own producers choose
 * (`org.apache.kafka.common.utils.Utils.murmur2`); a message without a key goes by its id.
 *
 * @param doubts ids of the records that a partition may have: they are a chunk for themselves
 */
export function cutChunks(
  messages: readonly KafkaMessage[],
  partitions: number,
  { murmur2 }: Pick<Library, 'murmur2'>,
  doubts: ReadonlyMap<number, readonly string[]>,
): Map<number, PartitionChunk[]> {
  const found = new Map<string, number>();
  const choose = (key: Buffer): number => {
    const name = key.toString('latin1');
    const known = found.get(name) ?? (murmur2(key) & 0x7f_ff_ff_ff) % partitions;
    found.set(name, known);
    return known;
  };
  const grouped = new Map<number, KafkaMessage[]>();
  for (const message of messages) {
    const partition = choose(message.key ?? Buffer.from(message.id));
    const own = grouped.get(partition);
    if (own) own.push(message);
    else grouped.set(partition, [message]);
  }
  return new Map(
    [...grouped].map(([partition, own]) => {
      const doubted = doubts.get(partition)?.length ?? 0;
      const chunks = [own.slice(0, doubted), ...cutBySize(own.slice(doubted))].filter(({ length }) => length > 0);
      return [partition, chunks.map((each) => ({ partition, messages: each }))];
    }),
  );
}

/** Both halves of a chunk of two messages or more. */
export function halve({ messages, partition }: PartitionChunk): PartitionChunk[] {
  const middle = Math.ceil(messages.length / 2);
  return [messages.slice(0, middle), messages.slice(middle)].map((each) => ({ partition, messages: each }));
}

function cutBySize(messages: readonly KafkaMessage[]): KafkaMessage[][] {
  const chunks: KafkaMessage[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const message of messages) {
    const bytes = sizeOf(message);
    size += bytes;
    if (size > MOST_BYTES) {
      chunks.push([]);
      size = bytes;
    }
    chunks.at(-1)?.push(message);
  }
  return chunks;
}

function sizeOf({ headers, key, value }: KafkaMessage): number {
  let bytes = OVERHEAD + value.length + (key?.length ?? 0);
  for (const [name, text] of headers) bytes += name.length + text.length + 2;
  return bytes;
}
