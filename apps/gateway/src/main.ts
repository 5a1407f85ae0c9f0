import {
  findBundle,
  handOverToNewerNode,
  keepTickShape,
  lowerPriorityWhileStarting,
  runWithFlags,
  SERVICE_ENVIRONMENT,
  SERVICE_FLAGS,
  useCompileCache,
} from '@multilane/process';

// Nothing of the gateway is loaded before its runtime is known to be new enough: an older one could not even read it.
if (!handOverToNewerNode('gateway')) {
  runWithFlags(SERVICE_FLAGS, SERVICE_ENVIRONMENT);
  lowerPriorityWhileStarting();
  useCompileCache(import.meta.url);
  keepTickShape();
  const run: typeof import('./run-gateway.js') = await import(
    findBundle(import.meta.url, 'run-gateway.js') ?? './run-gateway.js'
  );
  await run.runGateway();
}
