/** Roles of a gateway's process: everything, no jobs, or only jobs. */
export const GATEWAY_ROLES = ['all', 'gateway', 'worker'] as const;
export type GatewayRole = (typeof GATEWAY_ROLES)[number];
