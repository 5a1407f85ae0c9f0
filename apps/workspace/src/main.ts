import { findBundle, handOverToNewerNode, lowerPriorityWhileStarting, useCompileCache } from '@multilane/process';

// Nothing of the service is loaded before its runtime is known to be new enough: an older one could not even read it.
if (!handOverToNewerNode('workspace')) {
  lowerPriorityWhileStarting();
  useCompileCache(import.meta.url);
  const run: typeof import('./app/run-workspace.js') = await import(
    findBundle(import.meta.url, 'run-workspace.js') ?? './app/run-workspace.js'
  );
  await run.runWorkspace();
}
