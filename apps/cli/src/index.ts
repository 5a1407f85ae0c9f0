export type { CliContext } from './context.js';
export { runCli } from './run-cli.js';
