import { EgressRefusal } from '@multilane/egress';
import type { SinkAnswer } from '../sink.js';

/** A failure that says what becomes of the batch. Its message may be shown, and holds nothing that a broker wrote. */
export class KafkaFault extends Error {
  override readonly name = 'KafkaFault';

  constructor(
    readonly kind: 'away' | 'refused' | 'records',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Codes of errors (kafka.apache.org/protocol#protocol_error_codes) that an operator must mend, with advice. */
const OF_SETTINGS: ReadonlyMap<number, string> = new Map([
  [3, 'The topic does not exist'],
  [17, 'The name of the topic is not valid'],
  [29, 'The login may not write to the topic'],
  [31, 'The login may not write: it needs IDEMPOTENT_WRITE on the cluster, or WRITE on the topic since Kafka 3.0'],
  [33, 'The cluster does not take this mechanism of the login'],
  [34, 'The cluster wants a login'],
  [35, 'The version of Kafka is not supported: 2.4 is the first one'],
  [42, 'The cluster does not understand the request'],
  [43, 'The topic has a message format of before Kafka 0.11'],
  [44, 'A policy of the cluster refuses the request'],
  [54, 'The cluster has no logins'],
  [58, 'The login was rejected'],
  [76, 'The topic does not take gzip'],
]);
/** Those that are the fault of records. */
const OF_RECORDS: ReadonlySet<number> = new Set([32, 87]);

/** Codes that say that a batch is too large for the topic or the broker. */
export const TOO_LARGE: ReadonlySet<number> = new Set([10, 18]);
/** Code of a batch that the broker has already. */
export const DUPLICATE = 46;
/** Codes after which a producer begins anew: the broker does not know it, or expects another number. */
export const PRODUCER_LOST: ReadonlySet<number> = new Set([45, 47, 48, 49, 59, 90]);

/** Judges an error of the protocol. Those of neither list pass, such as a partition that has no leader. */
export function faultOf(code: number): KafkaFault {
  const advice = OF_SETTINGS.get(code);
  if (advice !== undefined) return new KafkaFault('refused', `${advice} (Kafka, code ${code}).`);
  return new KafkaFault(OF_RECORDS.has(code) ? 'records' : 'away', `Kafka answered with code ${code}.`);
}

/** Answer of a sink whose batch failed. */
export function judgeFault(error: unknown): SinkAnswer {
  if (error instanceof KafkaFault) return { kind: error.kind, reason: error.message };
  if (error instanceof EgressRefusal) return { kind: 'away', reason: `Refused: ${error.message}.` };
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (name === 'TimeoutError') return { kind: 'away', reason: 'The brokers did not answer in time.' };
  if (typeof code === 'string' && /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/.test(code)) {
    return { kind: 'refused', reason: `The certificate of a broker is not accepted (${code}).` };
  }
  if (typeof code !== 'string' || code.startsWith('PLT_')) {
    return { kind: 'away', reason: 'A broker gave an answer that is not understood.' };
  }
  return { kind: 'away', reason: `A broker could not be reached (${code}).` };
}

/** Throws the fault of an answer in the place of the library's error, whose text may quote a broker. */
export function explainCode(error: unknown): never {
  const code = codeOf(error);
  throw code === undefined ? error : faultOf(code);
}

/** Code of the first error in an answer; undefined if the failure is none of the protocol. */
export function codeOf(error: unknown): number | undefined {
  const { errors = [] } = error as { errors?: readonly { apiCode?: unknown }[] };
  const code = errors[0]?.apiCode;
  return typeof code === 'number' ? code : undefined;
}
