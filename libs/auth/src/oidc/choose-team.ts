import { GatewayError } from '@multilane/errors';

/**
 * The team that a token acts as (docs/contract/authentication.md#oidc): of those that it names and that exist, the one that `X-Service-Team` asks
 * for, else the first. Fails with 401 `invalid_api_key` if none of them exists, and with 403 `permission_denied` for another team than its own.
 *
 * @param names in the order of the mapping
 * @param asked value of the header; a header that is empty asks for nothing
 */
export function chooseTeam<Team>(
  names: readonly string[],
  findTeam: (name: string) => Team | undefined,
  asked: string | undefined,
): Team {
  let isMember = false;
  for (const name of names) {
    const team = findTeam(name);
    if (team === undefined) continue;
    if (!asked || name === asked) return team;
    isMember = true;
  }
  // The same answer for a team that there is not: a stranger learns no names.
  if (isMember) {
    throw new GatewayError('permission_denied', {
      param: 'X-Service-Team',
      message: 'The token does not name this team.',
    });
  }
  throw new GatewayError('invalid_api_key', { message: 'The team of the token is unknown.' });
}
