export { type RunningGateway, startGateway } from './bootstrap.js';
