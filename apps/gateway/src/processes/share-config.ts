import cluster from 'node:cluster';
import {
  ConfigError,
  type ConfigText,
  loadConfigFile,
  parseConfig,
  readEnvironment,
  watchConfigFile,
} from '@multilane/config';
import type { ConfigSource } from '../snapshot/following/follow-config.js';
import { askPrimary } from './ask-primary.js';
import { isMessage, sendToWorker, type ToPrimary } from './worker-messages.js';

/** The primary answers within a millisecond, but a machine may be busy while it starts processes. */
const ANSWER_LIMIT_MS = 5_000;

/**
 * In the primary process: tells workers what the configuration file says. A worker that is started later runs by what the others run
 * by: the file may have become invalid by then, and settings that need a restart may have changed.
 *
 * @param first what the first workers start with
 */
export function answerConfig(path: string, first: ConfigText): void {
  let latest = first;
  watchConfigFile(path, {
    fingerprint: first.fingerprint,
    onChange: (_, file) => {
      latest = file;
    },
    // The workers log it.
    onProblem: () => undefined,
  });
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message) || message.kind !== 'read-config') return;
    const { id } = message as Extract<ToPrimary, { readonly kind: 'read-config' }>;
    sendToWorker(worker, { kind: 'config-texts', id, first, latest });
  });
}

/**
 * In a worker process: what the primary knows of the file at `path`. Where the primary does not answer, as one of a process manager,
 * the file as it is.
 */
export async function receiveConfig(path: string): Promise<ConfigSource> {
  const ask = askPrimary('config-texts', ANSWER_LIMIT_MS);
  const texts = await ask((id) => ({ kind: 'read-config', id })).catch(() => undefined);
  if (texts === undefined) return { ...loadConfigFile(path), path };
  const { first, latest } = texts;
  const parse = ({ text }: ConfigText) => parseConfig(text, { env: readEnvironment(), sourceName: path }).config;
  if (latest.fingerprint === first.fingerprint) return { config: parse(first), path, fingerprint: first.fingerprint };
  const current = parse(latest);
  return { config: parseAgain(first, parse) ?? current, latest: current, path, fingerprint: latest.fingerprint };
}

/** Undefined for what has become invalid: it may name a file of a secret that is gone. */
function parseAgain<Config>(text: ConfigText, parse: (text: ConfigText) => Config): Config | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}
