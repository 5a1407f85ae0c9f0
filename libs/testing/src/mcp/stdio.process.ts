import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { everythingServer } from './everything-server.js';

/** An MCP server as a process, which speaks over its standard input and output. */
serveStdio(everythingServer);
