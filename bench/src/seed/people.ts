import { TEAMS } from './teams.js';

/** A person, and what they may do in a workspace. */
export interface SeedPerson {
  readonly name: string;
  readonly email: string;
  readonly role: 'org_admin' | 'org_member';
  readonly workspace: number;
  readonly workspaceRole: 'admin' | 'editor' | 'viewer';
  /** Teams by their places in the list. */
  readonly teams: readonly number[];
}

export const OWNER = { email: 'ada@example.com', name: 'Ada Byron', password: 'a long enough password' } as const;

/** The password of everybody. */
export const PASSWORD = 'a long enough password';

const NAMES = [
  'Grace Hopper',
  'Alan Okafor',
  'Maria Lindqvist',
  'Tomás Herrera',
  'Yuki Tanaka',
  'Priya Raman',
  'Jonas Weber',
  'Amélie Laurent',
  'Kwame Mensah',
  'Sofia Rossi',
  'Lucas Almeida',
  'Ingrid Dahl',
  'Omar Haddad',
  'Chen Wei',
  'Hannah Fischer',
  'Daniel Kowalski',
  'Leila Ahmadi',
  'Peter Novak',
  'Zoe Martin',
  'Viktor Petrov',
  'Nadia Benali',
  'Ravi Patel',
  'Emma Jansen',
  'Noah Schmidt',
  'Aisha Bello',
  'Marco Bianchi',
  'Elin Svensson',
  'Samuel Osei',
  'Julia Krause',
  'Mateo Garcia',
] as const;

/** People of a team, by their places: each has a key of their own there. */
export function membersOf(team: number): readonly number[] {
  return [0, 10, 20].map((distance) => (team + distance) % NAMES.length);
}

/** Thirty people: two administrators, and in the workspaces of their teams a few admins, half editors, and viewers. */
export const PEOPLE: readonly SeedPerson[] = NAMES.map((name, index) => {
  const teams = TEAMS.flatMap((_, team) => (membersOf(team).includes(index) ? [team] : []));
  const plain = name.normalize('NFD').replace(/\p{Mark}/gu, '');
  return {
    name,
    email: `${plain.toLowerCase().replace(' ', '.')}@example.com`,
    role: index < 2 ? 'org_admin' : 'org_member',
    workspace: TEAMS[teams[0] ?? 0]?.workspace ?? 0,
    workspaceRole: index % 10 === 2 ? 'admin' : index % 2 === 1 ? 'editor' : 'viewer',
    teams,
  };
});
