import { followEdit, type GatewayConfig, watchConfigFile } from '@multilane/config';
import type { SnapshotUpdater, SnapshotUpdaterServices } from '../snapshot-updater.js';

export interface ConfigSource {
  readonly config: GatewayConfig;
  /** The file to follow; without one the configuration never changes. */
  readonly path?: string;
  /** Later text of the file that other processes already run with: put in effect instead of `config`. */
  readonly latest?: GatewayConfig;
  /** Fingerprint of the file as the newer of the two was read from it, so that an edit made since is not missed. */
  readonly fingerprint?: string;
  /** Changes that this process makes to each configuration before it puts it in effect. */
  readonly adapt?: (config: GatewayConfig) => GatewayConfig;
}

/**
 * Puts the configuration in effect, and again whenever its file changes to something valid; an invalid file is logged
 * and the running configuration stays. Settings that need a restart stay as they were, and are named. Returns what ends it.
 */
export function followConfig(
  { config, latest = config, path, fingerprint, adapt = (unchanged) => unchanged }: ConfigSource,
  keeper: SnapshotUpdater,
  { logger, metrics, snapshots }: SnapshotUpdaterServices,
): () => void {
  const adapted = adapt(config);
  const follow = (next: GatewayConfig) => followEdit(adapted, adapt(next), 'gateway');
  keeper.start(latest === config ? adapted : follow(latest).config);
  if (path === undefined) return () => undefined;

  const apply = async (next: GatewayConfig): Promise<void> => {
    try {
      const { config: followed, needRestart } = follow(next);
      await keeper.changeConfig(followed);
      snapshots.needRestart = needRestart;
      metrics.recordConfigReload('applied');
      logger.info({ hash: snapshots.current?.hash }, 'the configuration was reloaded');
      if (needRestart.length > 0) logger.warn({ settings: needRestart }, 'edited settings wait for a restart');
    } catch (error) {
      metrics.recordConfigReload('rejected');
      logger.error({ err: error }, 'the configuration could not be applied; the current one is kept');
    }
  };
  const watcher = watchConfigFile(path, {
    fingerprint,
    onChange: (next) => void apply(next),
    onProblem: (error) => {
      metrics.recordConfigReload('rejected');
      logger.error({ problems: error.problems }, 'the edited configuration is not valid; the current one is kept');
    },
  });
  return () => watcher.close();
}
