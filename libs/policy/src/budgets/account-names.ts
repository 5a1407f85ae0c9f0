import type { ResetPeriod } from './budget-period.js';

/** The account that a credential of the database spends from, in US dollars. Another period is another account. */
export function credentialAccount(credentialId: string, period: ResetPeriod): string {
  return `credential:${credentialId}:${period}`;
}

/** The account of a key that gateway.yaml declares: named, as it has no id that every process knows. */
export function declaredKeyAccount(organization: string, team: string, key: string, period: ResetPeriod): string {
  return `declared-key:${[organization, team, key].map(encodeURIComponent).join('/')}:${period}`;
}

/** The account that a team spends from, in tokens a month. */
export function teamAccount(teamId: string): string {
  return `team:${teamId}`;
}

/** The account of a team that gateway.yaml declares. */
export function declaredTeamAccount(organization: string, team: string): string {
  return `declared-team:${[organization, team].map(encodeURIComponent).join('/')}`;
}
