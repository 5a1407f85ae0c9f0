export { createWorkspace, type RunningWorkspace, startWorkspace, type Workspace } from './app/bootstrap.js';
export type { WorkspaceSource } from './app/workspace-source.js';
export { consoleSetupAddress } from './ui/console-setup-address.js';
