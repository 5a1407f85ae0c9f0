import type { BenchSetup } from '../bench-setup.js';
import type { Figure } from '../figure.js';
import { readProcessorTime } from '../read-process.js';
import { startServer } from '../server-under-test.js';
import { checkPlan } from './check-plan.js';
import { type HeldWorld, openHeldWorld } from './held-world.js';
import { ACTIVE_KEYS, measureHeldRequests, measureHeldServers, measureSpool } from './measure-held-gateway.js';
import { DEBUG, measureManyKeys } from './measure-many-keys.js';
import { measurePlainGateway } from './measure-plain-gateway.js';
import { measureStore } from './measure-store.js';
import { describeCosts, readCosts, type UnitCosts } from './unit-costs.js';

type Setup = Pick<BenchSetup, 'plan' | 'progress' | 'directory' | 'describeGateway' | 'describeDatabaseGateway'>;

/** Measures the cost of one request, one record, one key and one change, and checks the resulting plan on a small scale. */
export async function measureCosts(setup: Setup, upstreamUrl: string): Promise<Figure[]> {
  if ((await readProcessorTime(process.pid)) === undefined) {
    setup.progress('costs: left out, for there is no /proc');
    return [];
  }
  const held = await withWorld(setup, upstreamUrl, true, async (world) => {
    const store = await measureStore(setup, world);
    show(setup, store);
    const gateway = await world.startGateway();
    const heldOnRedis = await measureHeldRequests(setup, world, gateway);
    show(setup, { heldOnRedis });
    const servers = await measureHeldServers(setup, world, gateway);
    show(setup, servers);
    const rest = await measureElsewhere(setup, upstreamUrl);
    const known = { ...rest, ...servers, ...store, heldOnRedis };
    const second = await world.startGateway();
    // The spool comes last, as its costs are of no use to what is checked.
    const checkable: UnitCosts = readCosts(describeCosts({ ...known, spoolBytes: 0 }));
    const checks = await checkPlan(setup, world, [gateway, second], checkable);
    await second.stop();
    const spoolBytes = await measureSpool(world, gateway);
    return [...describeCosts({ ...known, spoolBytes }), ...checks];
  });
  if (held === undefined) setup.progress('costs: left out, for there is no PostgreSQL or no Redis');
  return held ?? [];
}

type Elsewhere = Awaited<ReturnType<typeof measurePlainGateway>> &
  Awaited<ReturnType<typeof measureManyKeys>> &
  Pick<UnitCosts, 'heldInMemory'>;

/** On gateways that need no Redis. */
async function measureElsewhere(setup: Setup, upstreamUrl: string): Promise<Elsewhere> {
  const plain = await startServer(await setup.describeGateway(upstreamUrl, 'gateway-costs'), setup.directory);
  let costs: Awaited<ReturnType<typeof measurePlainGateway>>;
  try {
    costs = await measurePlainGateway(setup, plain);
  } finally {
    await plain.stop();
  }
  show(setup, costs);
  const keys = await withWorld(setup, upstreamUrl, false, async (world) => {
    const gateway = await world.startGateway();
    const heldInMemory = await measureHeldRequests(setup, world, gateway);
    await gateway.stop();
    const followed = await world.startGateway(DEBUG);
    return { heldInMemory, ...(await measureManyKeys(setup, world, followed, heldInMemory, ACTIVE_KEYS)) };
  });
  if (keys === undefined) throw new Error('there is no PostgreSQL any more');
  show(setup, keys);
  return { ...costs, ...keys };
}

/** Shows known costs at once: a later part may break. */
function show({ progress }: Setup, costs: Partial<UnitCosts>): void {
  for (const { name, unit, values } of describeCosts(costs)) progress(`costs: ${name}: ${values.gateway} ${unit}`);
}

async function withWorld<Result>(
  setup: Setup,
  upstreamUrl: string,
  onRedis: boolean,
  work: (world: HeldWorld) => Promise<Result>,
): Promise<Result | undefined> {
  const world = await openHeldWorld(setup, upstreamUrl, onRedis);
  if (world === undefined) return undefined;
  try {
    return await work(world);
  } finally {
    await world.stop();
  }
}
