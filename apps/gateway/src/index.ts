export type { CoHostedHandler } from './app/create-http-app.js';
export { type GatewaySource, type RunningGateway, startGateway } from './bootstrap.js';
export type { ConnectedDatabase } from './database/open-database.js';
export { describeGatewayApi } from './openapi/describe-gateway-api.js';
