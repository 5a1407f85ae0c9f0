/** What a process of the gateway does: everything, no jobs, or only jobs. */
export const GATEWAY_ROLES = ['all', 'gateway', 'worker'] as const;
export type GatewayRole = (typeof GATEWAY_ROLES)[number];
