import { startWorld } from './start-world.js';
import { WORLD_VARIABLE } from './world.js';

/** Starts the world of the run once; what it returns ends it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { world, stop } = await startWorld();
  process.env[WORLD_VARIABLE] = JSON.stringify(world);
  return stop;
}
