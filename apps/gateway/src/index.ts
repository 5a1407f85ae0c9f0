export { type GatewaySource, type RunningGateway, startGateway } from './bootstrap.js';
export type { ConnectedDatabase } from './database/open-database.js';
export type { CoHostedHandler } from './http/create-http-app.js';
export { describeGatewayApi } from './openapi/describe-gateway-api.js';
