import type { ProviderManifest } from '../manifest.js';

export const BEDROCK_MANIFEST: ProviderManifest<'bedrock'> = {
  kind: 'bedrock',
  group: 'B',
  name: 'Amazon Bedrock',
  documentation: 'https://docs.aws.amazon.com/bedrock/latest/userguide/models-supported.html',
  credential: 'aws',
  settings: [
    {
      name: 'region',
      label: 'Region',
      help: 'Region of the endpoint.',
      type: 'text',
      required: true,
      example: 'eu-central-1',
      environment: ['AWS_REGION', 'AWS_DEFAULT_REGION'],
    },
    {
      name: 'access_key_id',
      label: 'Access key id',
      help: 'Id of the access key. An entry of gateway.yaml with neither this nor `api_key` uses the account of the machine.',
      type: 'text',
      secret: true,
      example: 'AKIA…',
    },
    {
      name: 'secret_access_key',
      label: 'Secret access key',
      help: 'Secret of the access key.',
      type: 'text',
      secret: true,
    },
    {
      name: 'session_token',
      label: 'Session token',
      help: 'Session token of a temporary access key.',
      type: 'text',
      secret: true,
    },
  ],
  prices: { id: 'aws' },
  // 75 % more, or half (aws.amazon.com/bedrock/service-tiers).
  tierFactors: [{ flex: 0.5, priority: 1.75 }],
  trace: { provider: 'aws.bedrock' },
  keyPatterns: ['A[KS]IA(?=[0-9A-Z]{16})', 'ABSK'],
  connectionTest: 'model',
  defaultModels: [],
  foreignNames: {
    litellm: { bedrock: {}, bedrock_converse: {} },
    portkey: ['bedrock'],
  },
};
