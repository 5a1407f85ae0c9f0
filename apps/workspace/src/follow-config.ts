import { watchConfigFile } from '@multilane/config';
import { putConfigInForce } from './put-config-in-force.js';
import type { WorkspaceServices } from './workspace-services.js';
import type { WorkspaceSource } from './workspace-source.js';

/**
 * Takes the keys and names of the file, and writes its organization and teams into the database again, whenever it changes to
 * something valid. Other settings need a restart.
 */
export function followConfig(
  { path, fingerprint, isFollowed = true }: WorkspaceSource,
  {
    database,
    declaredKeys,
    declaredNames,
    logger,
  }: Pick<WorkspaceServices, 'database' | 'declaredKeys' | 'declaredNames' | 'logger'>,
): { close(): void } {
  if (path === undefined || !isFollowed) return { close: () => undefined };
  return watchConfigFile(path, {
    fingerprint,
    onChange: (next) => {
      declaredKeys.replace(next);
      declaredNames.replace(next);
      putConfigInForce(database, next).then(
        () => logger.info('the teams of the edited configuration are in force'),
        (error: unknown) => logger.error({ err: error }, 'the edited configuration could not be put in force'),
      );
    },
    onProblem: (error) => logger.error({ problems: error.problems }, 'the edited configuration is not valid'),
  });
}
