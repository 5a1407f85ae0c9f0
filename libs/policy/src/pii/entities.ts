/** The kinds of personal data that are recognised, and secrets (docs/contract/personal-data.md#policies). */
export const ENTITY_NAMES = ['email', 'phone', 'credit_card', 'iban', 'us_ssn', 'ip_address', 'secret'] as const;

export type EntityName = (typeof ENTITY_NAMES)[number];
