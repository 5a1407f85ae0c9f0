import { type AllowedNetworks, checkUserBaseUrl, checkUserUrl, parseAllowedNetworks } from '@multilane/egress';

const NO_NETWORKS = parseAllowedNetworks([]);

/**
 * Finds the problem of an issuer that an organization names, in words that follow the field's name; undefined if there is none. It must be
 * `https`, except on a private address that the operator allows: there are no certificates for those.
 */
export function findIssuerProblem(issuer: string, allowed: AllowedNetworks): string | undefined {
  const problem = checkUserBaseUrl(issuer, allowed);
  if (problem !== undefined) return problem;
  // Libraries read such an address as that of the metadata itself, whose issuer may then be any.
  if (issuer.includes('/.well-known/')) {
    return 'must be the issuer, which is the address of the metadata without `/.well-known/openid-configuration`';
  }
  const isPrivate = checkUserUrl(issuer, NO_NETWORKS) !== undefined;
  return new URL(issuer).protocol === 'https:' || isPrivate ? undefined : 'must be an https address';
}
