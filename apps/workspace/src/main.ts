import { handOverToNewerNode } from '@multilane/process';

// Nothing of the service is loaded before its runtime is known to be new enough: an older one could not even read it.
if (!handOverToNewerNode('workspace')) {
  const { runWorkspace } = await import('./run-workspace.js');
  await runWorkspace();
}
