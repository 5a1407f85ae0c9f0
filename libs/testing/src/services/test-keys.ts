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
} as const;
