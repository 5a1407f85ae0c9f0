import type { McpToolRecord } from '@multilane/persistence';
import { FreeObjectField } from '../../../fields/list-fields.js';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

/** A tool of a server, as a gateway last saw it. */
export class McpToolView {
  @ChoiceField(['mcp_tool'], { description: 'Always `mcp_tool`.' })
  object!: 'mcp_tool';

  @IdField({ description: 'The server.' })
  server_id!: string;

  @TextField({ max: 128, description: 'Name at the server.' })
  name!: string;

  @ChoiceField(['approved', 'changed', 'pending'], {
    description: '`changed`: approved, and described otherwise since. `pending`: never approved.',
  })
  status!: 'approved' | 'changed' | 'pending';

  @TextField({ max: 64, description: 'SHA-256 of what the server says of the tool. Send it to approve the tool.' })
  hash!: string;

  @FreeObjectField({ description: 'The tool as the server describes it.' })
  definition!: object;

  @TextField({ nullable: true, max: 64, description: 'The hash that was approved.' })
  approved_hash!: string | null;

  @FreeObjectField({ nullable: true, description: 'The tool as it was described when it was approved.' })
  approved_definition!: object | null;

  @TimeField({ description: 'When a gateway first saw it.' })
  created_at!: string;

  @TimeField({ description: 'When it last changed.' })
  updated_at!: string;

  static of(tool: McpToolRecord): McpToolView {
    const { approvedHash, hash } = tool;
    return {
      object: 'mcp_tool',
      server_id: tool.serverId,
      name: tool.name,
      status: approvedHash === null ? 'pending' : approvedHash === hash ? 'approved' : 'changed',
      hash,
      definition: tool.definition,
      approved_hash: approvedHash,
      approved_definition: tool.approvedDefinition,
      created_at: tool.createdAt.toISOString(),
      updated_at: tool.updatedAt.toISOString(),
    };
  }
}
