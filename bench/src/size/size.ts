/** Numbers of objects. */
export interface Size {
  readonly workspaces: number;
  readonly teams: number;
  readonly people: number;
  readonly keys: number;
  readonly models: number;
  readonly policies: number;
  readonly records: number;
  readonly customers: number;
}

const FULL: Size = {
  workspaces: 500,
  teams: 2_000,
  people: 20_000,
  keys: 100_000,
  models: 3_000,
  policies: 5_000,
  records: 3_000_000,
  customers: 1_000_000,
};

/** A share of the full size, such as a hundredth: at least one of each. */
export function sizeOf(share: number): Size {
  const part = (count: number): number => Math.max(1, Math.round(count * share));
  return {
    workspaces: part(FULL.workspaces),
    teams: part(FULL.teams),
    people: part(FULL.people),
    keys: part(FULL.keys),
    models: part(FULL.models),
    policies: part(FULL.policies),
    records: part(FULL.records),
    customers: part(FULL.customers),
  };
}

/** Days that the records are spread over, up to now. */
export const RECORDED_DAYS = 40;

/** Letters or digits by which the ids of each kind differ. */
const KINDS = { workspaces: 'a', teams: 'b', people: 'c', keys: 'd', models: '9', providers: '8', policies: '7' };

type Kind = keyof typeof KINDS;

/** The id of the nth thing of a kind. */
export const idOf = (kind: Kind, number: number): string =>
  `01900000-0000-7000-8000-${KINDS[kind]}${number.toString(16).padStart(11, '0')}`;

/** The same as SQL. */
export const sqlId = (kind: Kind, number: string): string =>
  `('01900000-0000-7000-8000-${KINDS[kind]}' || lpad(to_hex((${number})::int), 11, '0'))::uuid`;
