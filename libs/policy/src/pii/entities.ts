/** The kinds of personal data that are recognised (decisions section 7). */
export const ENTITY_NAMES = ['email', 'phone', 'credit_card', 'iban', 'us_ssn', 'ip_address'] as const;

export type EntityName = (typeof ENTITY_NAMES)[number];
