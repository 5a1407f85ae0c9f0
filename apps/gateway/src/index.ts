export { type GatewaySource, type RunningGateway, startGateway } from './bootstrap.js';
export type { ConnectedDatabase } from './database/open-database.js';
