import { join } from 'node:path';
import { type Environment, parseConfig } from '@multilane/config';
import { buildConfig } from './build-config.js';
import { chooseModels } from './choose-models.js';
import { createDemoKey } from './data/create-demo-key.js';
import { writePrivateFile } from './data/data-folder.js';
import { readDemoKey } from './data/quickstart-file.js';
import type { Plan } from './plan.js';
import { discoverProviders } from './providers/discover-providers.js';
import { describeProviders } from './welcome/describe-providers.js';

const CONFIG_FILE = 'gateway.yaml';

/** Set for other programs on many machines; the demo keeps everything in its folder. */
const NOT_FOR_THE_DEMO: readonly string[] = ['DATABASE_URL', 'REDIS_URL', 'ENCRYPTION_KEY'];

/**
 * A configuration made of what is found on this machine, with one team and one key. It is written to the data folder.
 *
 * @param simulator Offer the simulator although there are providers.
 * @throws ConfigError when PORT, HOST or another variable holds nothing that can be used
 */
export async function planDemo(environment: Environment, folder: string, simulator: boolean): Promise<Plan> {
  const { providers, notOffered } = await discoverProviders(environment);
  const models = chooseModels(providers, simulator);
  const key = readDemoKey(folder) ?? createDemoKey();
  const text = buildConfig({ providers, models, key });
  writePrivateFile(folder, CONFIG_FILE, text);
  const configFile = join(folder, CONFIG_FILE);
  const env = Object.fromEntries(Object.entries(environment).filter(([name]) => !NOT_FOR_THE_DEMO.includes(name)));
  return {
    config: parseConfig(text, { env, sourceName: configFile }).config,
    configFile,
    isFollowed: false,
    apiKey: key,
    notes: describeProviders({ providers, notOffered, models, environment }),
  };
}
