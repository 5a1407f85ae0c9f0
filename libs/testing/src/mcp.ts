export { type AccountServer, startAccountServer } from './mcp/account-server.js';
export { everythingServer } from './mcp/everything-server.js';
export { type FakeMcpServer, plainTool, startMcpServer } from './mcp/start-mcp-server.js';
