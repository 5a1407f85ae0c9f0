import { A2A_PROTOCOL_VERSION, AgentCard } from '@a2a-js/sdk';
import type { PublishedAgent } from '../services/agent-service.js';

/** Media type of the input and output of agents. */
export const TEXT = 'text/plain';

/** The card of an agent, as JSON (docs/contract/agents.md#a2a). @param url where its messages go */
export function writeCard({ description, name, version }: PublishedAgent, url: string): unknown {
  const about = description.trim() === '' ? `Asks the agent ${name}.` : description;
  return AgentCard.toJSON({
    name,
    description: about,
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: A2A_PROTOCOL_VERSION, tenant: '' }],
    provider: undefined,
    version: String(version),
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false, extensions: [] },
    securitySchemes: {
      bearer: {
        scheme: {
          $case: 'httpAuthSecurityScheme',
          value: { scheme: 'Bearer', bearerFormat: '', description: 'A credential of the workspace of the agent.' },
        },
      },
    },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    defaultInputModes: [TEXT],
    defaultOutputModes: [TEXT],
    skills: [
      {
        id: name,
        name,
        description: about,
        tags: ['agent'],
        examples: [],
        inputModes: [],
        outputModes: [],
        securityRequirements: [],
      },
    ],
    signatures: [],
  });
}
