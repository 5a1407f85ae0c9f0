import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@multilane/persistence';
import type { ChaosWorld } from '../chaos/chaos-world.js';
import { signInOwner } from '../chaos/sign-in-owner.js';
import { changeConfiguration, changePolicies } from './change-settings.js';
import { startKeyChurn } from './churn-keys.js';
import { startMix } from './drive-mix.js';
import { messageOf, type Tally } from './tally.js';

/** Everything that is asked of the services. */
export interface Load {
  /** Begins the mix and, beside it, the lives of keys. May begin again after it was stopped. */
  begin(): { stop(): Promise<void> };
  /** Sends some hundred requests more at once, of all kinds, and resolves when the last is answered. Never rejects. */
  peak(): Promise<void>;
  /** Changes the configuration and the policies once. Never rejects: what goes wrong is in the tally. */
  changeSettings(count: number): Promise<void>;
}

/** Many times what the gateway answers at once otherwise. */
const PEAK = { rate: 400, connections: 256 };
const PEAK_MS = 1_000;

/** Makes somebody who may change settings, and gives the load of a world with one gateway. */
export async function prepareLoad(world: ChaosWorld, rate: number, tally: Tally): Promise<Load> {
  const { configFile, databaseUrl, keys, workspaceUrls } = world;
  const [gatewayUrl = ''] = world.gatewayUrls;
  const database = await openDatabase({ url: databaseUrl });
  const call = await signInOwner(database, keys.organizationId, workspaceUrls).finally(() => database.close());
  const mixWorld = { gatewayUrl, key: keys.open, rate };
  return {
    begin: () => {
      const parts = [startMix(mixWorld, tally), startKeyChurn(call, gatewayUrl, tally)];
      return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
    },
    peak: async () => {
      const mix = startMix({ ...mixWorld, ...PEAK }, tally);
      await sleep(PEAK_MS);
      await mix.stop();
    },
    changeSettings: async (count) => {
      try {
        await changeConfiguration(configFile, gatewayUrl, count);
        await changePolicies({ call, gatewayUrl, key: keys.open }, count, tally);
      } catch (error) {
        tally.note(`settings: ${messageOf(error)}`);
      }
    },
  };
}
