import type { ExportSinkEntry } from '@multilane/config';
import type { Dial } from '@multilane/egress';
import { originsOf, type Sink } from '../sink.js';
import { KafkaCluster } from './kafka-cluster.js';
import type { KafkaHost, KafkaLogin, Library } from './kafka-connection.js';
import { judgeFault } from './kafka-fault.js';
import { KafkaProducer } from './kafka-producer.js';
import { writeMessage } from './record-message.js';

type Settings = Extract<ExportSinkEntry, { kind: 'kafka' }>['config'];

interface Opened {
  readonly cluster: KafkaCluster;
  readonly producer: KafkaProducer;
}

/**
 * Messages for a topic of Kafka, one for each record (kafka.apache.org/protocol). The library is loaded, and brokers are reached, with the first
 * batch.
 */
export function openKafkaSink(
  settings: Settings,
  { dial, timeoutMs }: { readonly dial: Dial; readonly timeoutMs: number },
): Sink {
  let opening: Promise<Opened> | undefined;
  let isClosed = false;
  return {
    async send(batch) {
      opening ??= import('@platformatic/kafka').then((library) => open(settings, dial, timeoutMs, library));
      const { cluster, producer } = await opening;
      const origins = originsOf(batch);
      const messages = batch.records.flatMap((record, index) => {
        const origin = origins[index];
        return origin === undefined ? [] : [writeMessage(record, origin, settings)];
      });
      try {
        await producer.send(messages, AbortSignal.timeout(timeoutMs));
        return { kind: 'accepted' };
      } catch (error) {
        return judgeFault(error);
      } finally {
        if (isClosed) cluster.close();
      }
    },
    close() {
      isClosed = true;
      void opening?.then(({ cluster }) => cluster.close());
    },
  };
}

function open(settings: Settings, dial: Dial, timeoutMs: number, library: Library): Opened {
  const { brokers, ca, gzip, tls, topic } = settings;
  const way = { dial, library, tls: tls ? { ca } : undefined, login: readLogin(settings) };
  const cluster = new KafkaCluster(brokers.map(readHost), topic, way);
  return { cluster, producer: new KafkaProducer({ cluster, library, topic, isCompressed: gzip, timeoutMs }) };
}

function readLogin({ password, sasl_mechanism: mechanism, username }: Settings): KafkaLogin | undefined {
  if (mechanism === undefined || username === undefined || password === undefined) return undefined;
  return { mechanism, username, password };
}

/** Reads `host:port`, whose host may be an address in brackets. */
function readHost(broker: string): KafkaHost {
  const colon = broker.lastIndexOf(':');
  return { host: broker.slice(0, colon), port: Number(broker.slice(colon + 1)) };
}
