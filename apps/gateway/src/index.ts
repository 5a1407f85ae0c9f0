export { type RunningGateway, startGateway } from './bootstrap.js';
export { stopOnSignals } from './stop-on-signals.js';
