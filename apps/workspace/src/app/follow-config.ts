import { followEdit, watchConfigFile } from '@multilane/config';
import type { WorkspaceServices } from '../services/workspace-services.js';
import { applyConfig } from './apply-config.js';
import type { WorkspaceSource } from './workspace-source.js';

/**
 * Takes the keys, names, identity provider and network of the file, and writes its organization and teams into the database
 * again, whenever it changes to something valid. Other settings need a restart, and are named.
 */
export function followConfig(
  { config, path, fingerprint, isFollowed = true }: WorkspaceSource,
  {
    database,
    declaredKeys,
    declaredNames,
    followed,
    logger,
  }: Pick<WorkspaceServices, 'database' | 'declaredKeys' | 'declaredNames' | 'followed' | 'logger'>,
): { close(): void } {
  if (path === undefined || !isFollowed) return { close: () => undefined };
  return watchConfigFile(path, {
    fingerprint,
    onChange: (edited) => {
      const { config: next, needRestart } = followEdit(config, edited, 'workspace');
      try {
        followed.replace(next);
      } catch (error) {
        logger.error(
          { err: error },
          'the network of the edited configuration cannot be used; nothing of it is applied',
        );
        return;
      }
      followed.needRestart = needRestart;
      if (needRestart.length > 0) logger.warn({ settings: needRestart }, 'edited settings wait for a restart');
      declaredKeys.replace(next);
      declaredNames.replace(next);
      applyConfig(database, next).then(
        () => logger.info('the teams of the edited configuration were applied'),
        (error: unknown) => logger.error({ err: error }, 'the edited configuration could not be applied'),
      );
    },
    onProblem: (error) => logger.error({ problems: error.problems }, 'the edited configuration is not valid'),
  });
}
