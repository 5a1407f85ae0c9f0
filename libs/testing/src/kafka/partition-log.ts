import type { RecordsBatch } from '@platformatic/kafka';

/** A message of a partition, as a consumer reads it. */
export interface StoredMessage {
  readonly partition: number;
  readonly key: string | undefined;
  readonly value: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

interface Producer {
  readonly epoch: number;
  /** First numbers of the last batches. */
  readonly firsts: number[];
  next: number;
}

/** Batches of a producer that a broker remembers (org.apache.kafka.storage.internals.log.ProducerStateEntry). */
const REMEMBERED = 5;
const OUT_OF_ORDER = 45;
const INVALID_EPOCH = 47;
const TOO_LARGE = 10;

/** One partition with the rules of idempotent producers (KIP-98): a batch that is there already is not stored again. */
export class PartitionLog {
  readonly messages: StoredMessage[] = [];
  private readonly producers = new Map<bigint, Producer>();

  constructor(private readonly partition: number) {}

  /** Stores a batch. Returns a code of the protocol; 0: it is there. */
  append(batch: RecordsBatch, bytes: number, mostBytes: number): number {
    if (bytes > mostBytes) return TOO_LARGE;
    const { firstSequence, producerEpoch, producerId, records } = batch;
    const known = this.producers.get(producerId);
    if (known !== undefined) {
      if (producerEpoch < known.epoch) return INVALID_EPOCH;
      if (known.firsts.includes(firstSequence)) return 0;
      if (firstSequence !== known.next) return OUT_OF_ORDER;
    }
    const producer = known ?? { epoch: producerEpoch, firsts: [], next: firstSequence };
    producer.firsts.push(firstSequence);
    if (producer.firsts.length > REMEMBERED) producer.firsts.shift();
    producer.next = firstSequence + records.length;
    this.producers.set(producerId, producer);
    for (const { headers, key, value } of records) {
      this.messages.push({
        partition: this.partition,
        key: key?.toString(),
        value: value ?? Buffer.alloc(0),
        headers: Object.fromEntries(headers.map(([name, text]) => [String(name), String(text)])),
      });
    }
    return 0;
  }

  /** Forgets all producers, as a broker does with those that were silent for long. */
  forget(): void {
    this.producers.clear();
  }
}
