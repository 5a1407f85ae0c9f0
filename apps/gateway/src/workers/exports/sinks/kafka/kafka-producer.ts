import { setTimeout as wait } from 'node:timers/promises';
import { EgressRefusal } from '@multilane/egress';
import type * as Kafka from '@platformatic/kafka';
import type { KafkaCluster } from './kafka-cluster.js';
import type { KafkaApi, KafkaConnection, KafkaHost, Library } from './kafka-connection.js';
import { DUPLICATE, explainCode, faultOf, KafkaFault, PRODUCER_LOST, TOO_LARGE } from './kafka-fault.js';
import { cutChunks, halve, idsOf, type KafkaMessage, type PartitionChunk } from './partition-chunks.js';

export interface ProducerOptions {
  readonly cluster: KafkaCluster;
  readonly library: Library;
  readonly topic: string;
  readonly isCompressed: boolean;
  /** Time for which a broker waits for its replicas, in milliseconds. */
  readonly timeoutMs: number;
}

type ProduceApi = KafkaApi<
  [acks: number, timeoutMs: number, messages: Kafka.MessageRecord[], options: Partial<Kafka.CreateRecordsBatchOptions>],
  Kafka.produceV11.ProduceResponse
>;
type ProducerIdApi = KafkaApi<[transaction: null, timeoutMs: number], Kafka.initProducerIdV5.InitProducerIdResponse>;

/** Answers of all replicas that are in sync (KIP-98 demands it of idempotent producers). */
const ALL_REPLICAS = -1;
const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 100;
/** Brokers that are written to at once. */
const AT_ONCE = 8;
const SEQUENCES = 2 ** 31;
/** Records that are known to be delivered of batches that were not delivered whole: several of the largest batches. */
const MOST_ACCEPTED = 50_000;

/** Outcome of a request for a partition: a code of the protocol, or an error of the way to the broker. */
type Outcome = { readonly chunk: PartitionChunk } & ({ readonly code: number } | { readonly error: unknown });

/**
 * An idempotent producer (KIP-98). A batch for a partition that may have been written comes again with the same number, also if the sink is asked
 * for it anew, so that the broker recognises it. Records that were written are not written again when the rest of their batch comes.
 */
export class KafkaProducer {
  private producer: { readonly id: bigint; readonly epoch: number } | undefined = undefined;
  /** Number of the next record of each partition. */
  private readonly sequences = new Map<number, number>();
  /** Ids of the records that each partition may have, or not. */
  private readonly doubts = new Map<number, readonly string[]>();
  private readonly accepted = new Set<string>();

  constructor(private readonly options: ProducerOptions) {}

  /** Writes messages. Rejects with a `KafkaFault` or an error of the network; those that were written are remembered. */
  async send(messages: readonly KafkaMessage[], signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.write(
          messages.filter(({ id }) => !this.accepted.has(id)),
          signal,
        );
        break;
      } catch (error) {
        if (!isPassing(error) || signal.aborted || attempt === ATTEMPTS) throw error;
        this.options.cluster.forget();
        await wait(FIRST_PAUSE_MS * 2 ** (attempt - 1), undefined, { signal });
      }
    }
    for (const { id } of messages) this.accepted.delete(id);
  }

  private async write(messages: readonly KafkaMessage[], signal: AbortSignal): Promise<void> {
    if (messages.length === 0) return;
    const { leaders } = await this.options.cluster.findLayout(signal);
    const queues = this.cut(messages, leaders.length);
    this.producer ??= await this.begin(signal);
    while (queues.size > 0) {
      const firsts = [...queues.values()].flatMap(([first]) => first ?? []);
      const outcomes = await this.writeRound(firsts, leaders, signal);
      for (const outcome of outcomes) this.settle(outcome, queues);
      if (outcomes.some((outcome) => 'code' in outcome && PRODUCER_LOST.has(outcome.code))) this.restart();
      const faults = outcomes.map(faultOfOutcome).filter((fault) => fault !== undefined);
      // A batch that is divided cannot settle a doubt, so that faults which pass come first.
      const [fault] = [...faults.filter((each) => !isOfRecords(each)), ...faults];
      if (fault !== undefined) throw fault;
    }
  }

  /** Chunks of each partition, in their order. One that is in doubt is the same again, or else the producer begins anew. */
  private cut(messages: readonly KafkaMessage[], partitions: number): Map<number, PartitionChunk[]> {
    const queues = cutChunks(messages, partitions, this.options.library, this.doubts);
    for (const [partition, ids] of this.doubts) {
      const [first] = queues.get(partition) ?? [];
      if (first === undefined || idsOf(first).join() !== ids.join()) {
        this.restart();
        return cutChunks(messages, partitions, this.options.library, this.doubts);
      }
    }
    return queues;
  }

  /** Gets a number from the cluster. */
  private async begin(signal: AbortSignal): Promise<{ readonly id: bigint; readonly epoch: number }> {
    const { initProducerIdV2, initProducerIdV3, initProducerIdV4, initProducerIdV5 } = this.options.library;
    const versions = [initProducerIdV5, initProducerIdV4, initProducerIdV3, initProducerIdV2];
    const apis = versions.map(({ api }) => api) as unknown as ProducerIdApi[];
    const connection = await this.options.cluster.connectToAny(signal);
    const { producerEpoch, producerId } = await connection
      .call(apis, [null, this.options.timeoutMs], signal)
      .catch(explainCode);
    return { id: producerId, epoch: producerEpoch };
  }

  private restart(): void {
    this.producer = undefined;
    this.sequences.clear();
    this.doubts.clear();
  }

  private async writeRound(
    chunks: readonly PartitionChunk[],
    leaders: readonly KafkaHost[],
    signal: AbortSignal,
  ): Promise<Outcome[]> {
    const groups = new Map<string, { readonly broker: KafkaHost; readonly chunks: PartitionChunk[] }>();
    for (const chunk of chunks) {
      const broker = leaders[chunk.partition];
      if (broker === undefined) throw new KafkaFault('away', 'A partition has no leader.');
      const key = `${broker.host}:${broker.port}`;
      const group = groups.get(key);
      if (group) group.chunks.push(chunk);
      else groups.set(key, { broker, chunks: [chunk] });
    }
    const outcomes: Outcome[] = [];
    const waiting = [...groups.values()];
    for (let start = 0; start < waiting.length; start += AT_ONCE) {
      const round = waiting
        .slice(start, start + AT_ONCE)
        .map((group) => this.writeTo(group.broker, group.chunks, signal));
      outcomes.push(...(await Promise.all(round)).flat());
    }
    return outcomes;
  }

  private async writeTo(broker: KafkaHost, chunks: readonly PartitionChunk[], signal: AbortSignal): Promise<Outcome[]> {
    let connection: KafkaConnection;
    try {
      connection = await this.options.cluster.connect(broker, signal);
    } catch (error) {
      // Nothing was written: the next chunks need not be the same ones.
      return chunks.map((chunk) => ({ chunk, error }));
    }
    for (const chunk of chunks) this.doubts.set(chunk.partition, idsOf(chunk));
    const { responses } = await this.produce(connection, chunks, signal).catch((error: unknown) => readResponse(error));
    const [first] = responses;
    const codes = new Map(first?.partitionResponses.map(({ errorCode, index }) => [index, errorCode]));
    return chunks.map((chunk): Outcome => {
      const code = codes.get(chunk.partition);
      return code === undefined ? { chunk, error: UNANSWERED } : { chunk, code };
    });
  }

  private produce(
    connection: KafkaConnection,
    chunks: readonly PartitionChunk[],
    signal: AbortSignal,
  ): Promise<Pick<Kafka.produceV11.ProduceResponse, 'responses'>> {
    const { isCompressed, library, timeoutMs, topic } = this.options;
    const { NumericMap, produceV8, produceV9, produceV10, produceV11 } = library;
    const apis = [produceV11, produceV10, produceV9, produceV8].map(({ api }) => api) as unknown as ProduceApi[];
    const sequences = new NumericMap();
    for (const { partition } of chunks) sequences.set(`${topic}:${partition}`, this.sequences.get(partition) ?? 0);
    const records = chunks.flatMap(({ messages, partition }) =>
      messages.map(({ headers, key, timestamp, value }) => ({
        topic,
        partition,
        timestamp,
        value,
        headers,
        ...(key !== undefined && { key }),
      })),
    );
    const options = {
      compression: isCompressed ? ('gzip' as const) : ('none' as const),
      producerId: this.producer?.id ?? -1n,
      producerEpoch: this.producer?.epoch ?? -1,
      sequences,
    };
    return connection.call(apis, [ALL_REPLICAS, timeoutMs, records, options], signal);
  }

  private settle(outcome: Outcome, queues: Map<number, PartitionChunk[]>): void {
    if (!('code' in outcome)) return;
    const { chunk, code } = outcome;
    const { messages, partition } = chunk;
    if (code === 0 || code === DUPLICATE) {
      this.doubts.delete(partition);
      this.sequences.set(partition, ((this.sequences.get(partition) ?? 0) + messages.length) % SEQUENCES);
      if (this.accepted.size > MOST_ACCEPTED) this.accepted.clear();
      for (const { id } of messages) this.accepted.add(id);
      shift(queues, partition, []);
    } else if (TOO_LARGE.has(code)) {
      this.doubts.delete(partition);
      if (messages.length > 1) shift(queues, partition, halve(chunk));
    } else if (faultOf(code).kind !== 'away') {
      this.doubts.delete(partition);
    }
  }
}

/** Puts chunks in the place of the first one of a partition. */
function shift(queues: Map<number, PartitionChunk[]>, partition: number, by: readonly PartitionChunk[]): void {
  const rest = [...by, ...(queues.get(partition)?.slice(1) ?? [])];
  if (rest.length === 0) queues.delete(partition);
  else queues.set(partition, rest);
}

const UNANSWERED = new KafkaFault('away', 'A broker did not answer for a partition.');

/** The library takes an answer with an error for a partition to be a failure, and hands it over with that. */
function readResponse(error: unknown): Pick<Kafka.produceV11.ProduceResponse, 'responses'> {
  const { response } = error as { response?: Kafka.produceV11.ProduceResponse };
  if (response !== undefined) return response;
  throw error;
}

/** True if the same may go well at once, such as after a partition has got another leader. */
const isPassing = (error: unknown): boolean =>
  error instanceof KafkaFault ? error.kind === 'away' : !(error instanceof EgressRefusal);

const isOfRecords = (fault: unknown): boolean => fault instanceof KafkaFault && fault.kind === 'records';

function faultOfOutcome(outcome: Outcome): unknown {
  if (!('code' in outcome)) return outcome.error;
  const { chunk, code } = outcome;
  if (code === 0 || code === DUPLICATE) return undefined;
  if (!TOO_LARGE.has(code)) return faultOf(code);
  return chunk.messages.length > 1
    ? undefined
    : new KafkaFault('records', `The record is larger than the topic takes (Kafka, code ${code}).`);
}
