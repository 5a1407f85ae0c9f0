/** The gateway keys that `gatewayConfig` declares. Made up; they open nothing. */
export const TEST_KEYS = {
  /** Team research, role member: every model. */
  research: 'ml-test-research-member-0001',
  /** Team research, role admin. */
  researchAdmin: 'ml-test-research-admin-00002',
  /** Team support, role member: only the models in `SUPPORT_MODELS`. */
  support: 'ml-test-support-member-00003',
} as const;

/** The provider credentials that `gatewayConfig` declares: no answer, log line or metric may ever contain one. */
export const TEST_PROVIDER_KEYS = {
  openai: 'sk-test-openai-credential-0001',
  azure: 'test-azure-credential-00000002',
  local: 'test-local-credential-00000003',
  anthropic: 'sk-ant-test-credential-0000004',
  gemini: 'test-gemini-credential-0000005',
  vertex: 'test-vertex-credential-0000006',
  cohere: 'test-cohere-credential-0000007',
  bedrockSecret: 'test-bedrock-credential-0008',
} as const;

/** The access key that goes with `TEST_PROVIDER_KEYS.bedrockSecret`; no secret, for every request names it. */
export const TEST_AWS_ACCESS_KEY_ID = 'AKIATESTCREDENTIAL09';
