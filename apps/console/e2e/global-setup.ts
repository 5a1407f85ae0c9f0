import { isOnOwnConfig, startWorld } from './start-world.js';
import { WORLD_VARIABLE } from './world.js';

/**
 * Starts the world of the run once if its database is somebody else's, which has one owner; what it returns ends it. Otherwise each
 * worker starts its own (check-page.ts).
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (!isOnOwnConfig) return undefined;
  const { stop, world } = await startWorld();
  process.env[WORLD_VARIABLE] = JSON.stringify(world);
  return stop;
}
