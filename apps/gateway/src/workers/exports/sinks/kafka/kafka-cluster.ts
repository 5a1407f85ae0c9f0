import type * as Kafka from '@platformatic/kafka';
import { type KafkaApi, KafkaConnection, type KafkaHost, type KafkaWay } from './kafka-connection.js';
import { codeOf, faultOf, KafkaFault } from './kafka-fault.js';

/** Leaders of the partitions of a topic, by the number of the partition. */
export interface TopicLayout {
  readonly leaders: readonly KafkaHost[];
}

/** A topic with more is one of a broker that wants memory, and one on more brokers is one that wants connections. */
const MOST_PARTITIONS = 10_000;
const MOST_LEADERS = 128;
const CONNECT_MS = 5_000;
/** A layout is asked for again after so long, since partitions may be added. */
const LAYOUT_MS = 300_000;

type MetadataApi = KafkaApi<
  [topics: string[], createsTopics: boolean, asksRights: boolean],
  Kafka.metadataV12.MetadataResponse
>;

/** The brokers of a cluster. Brokers name each other, so that each connection goes through the guard of the dial. */
export class KafkaCluster {
  private readonly open = new Map<string, KafkaConnection>();
  private layout: { readonly found: TopicLayout; readonly at: number } | undefined = undefined;

  constructor(
    private readonly brokers: readonly KafkaHost[],
    private readonly topic: string,
    private readonly way: KafkaWay,
  ) {}

  /** Leaders of the partitions, as any of the brokers says. */
  async findLayout(signal: AbortSignal): Promise<TopicLayout> {
    if (this.layout !== undefined && performance.now() - this.layout.at < LAYOUT_MS) return this.layout.found;
    const found = await this.ask(signal);
    this.layout = { found, at: performance.now() };
    return found;
  }

  /** Forgets the leaders: one of them is another now. */
  forget(): void {
    this.layout = undefined;
  }

  async connect(broker: KafkaHost, signal: AbortSignal): Promise<KafkaConnection> {
    const key = `${broker.host}:${broker.port}`;
    const known = this.open.get(key);
    if (known?.isOpen) return known;
    known?.close();
    this.open.delete(key);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]);
    const connection = await KafkaConnection.open(broker, this.way, limit);
    this.open.set(key, connection);
    return connection;
  }

  /** A connection to the first of the brokers that answers. */
  async connectToAny(signal: AbortSignal): Promise<KafkaConnection> {
    let failure: unknown;
    for (const broker of this.brokers) {
      try {
        return await this.connect(broker, signal);
      } catch (error) {
        failure = error;
        if (signal.aborted) break;
      }
    }
    throw failure;
  }

  close(): void {
    for (const connection of this.open.values()) connection.close();
    this.open.clear();
  }

  private async ask(signal: AbortSignal): Promise<TopicLayout> {
    const { metadataV9, metadataV10, metadataV11, metadataV12 } = this.way.library;
    const apis = [metadataV12.api, metadataV11.api, metadataV10.api, metadataV9.api] as unknown as MetadataApi[];
    const connection = await this.connectToAny(signal);
    const { brokers, topics } = await connection.call(apis, [[this.topic], false, false], signal).catch(readDespite);
    const hosts = new Map(brokers.map(({ host, nodeId, port }) => [nodeId, { host, port }]));
    const partitions = topics.find(({ name }) => name === this.topic)?.partitions ?? [];
    if (partitions.length === 0 || partitions.length > MOST_PARTITIONS) {
      throw new KafkaFault('refused', `The topic has no partition, or more than ${MOST_PARTITIONS}.`);
    }
    const leaders = partitions
      .toSorted((one, other) => one.partitionIndex - other.partitionIndex)
      .map(({ leaderId, partitionIndex }, index) => {
        const leader = hosts.get(leaderId);
        if (leader === undefined || partitionIndex !== index)
          throw new KafkaFault('away', 'A partition has no leader.');
        return leader;
      });
    if (new Set(leaders).size > MOST_LEADERS) {
      throw new KafkaFault('refused', `The topic is on more than ${MOST_LEADERS} brokers.`);
    }
    return { leaders };
  }
}

/** An answer with a fault of some replica still names the leaders. */
function readDespite(error: unknown): Kafka.metadataV12.MetadataResponse {
  const { response } = error as { response?: Kafka.metadataV12.MetadataResponse };
  const code = response?.topics[0]?.errorCode ?? codeOf(error);
  if (response !== undefined && code === 0) return response;
  throw code === undefined ? error : faultOf(code);
}
