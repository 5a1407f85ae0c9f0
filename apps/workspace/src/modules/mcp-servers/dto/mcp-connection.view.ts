import type { McpConnectionRecord } from '@multilane/persistence';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

/** One's own account at an MCP server. */
export class McpConnectionView {
  @ChoiceField(['mcp_connection'], { description: 'Always `mcp_connection`.' })
  object!: 'mcp_connection';

  @IdField({ description: 'The server.' })
  server_id!: string;

  @TimeField({ description: 'When the account was connected.' })
  connected_at!: string;

  @TimeField({ description: 'When its tokens were last renewed.' })
  updated_at!: string;

  static of({ createdAt, serverId, updatedAt }: McpConnectionRecord): McpConnectionView {
    return {
      object: 'mcp_connection',
      server_id: serverId,
      connected_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
    };
  }
}

/** Address at which to connect an account. */
export class McpAuthorizationView {
  @ChoiceField(['mcp_authorization'], { description: 'Always `mcp_authorization`.' })
  object!: 'mcp_authorization';

  @IdField({ description: 'The server.' })
  server_id!: string;

  @TextField({
    description:
      'Open this address in the browser of the session, within ten minutes. The authorization server sends it back.',
  })
  authorization_url!: string;
}
