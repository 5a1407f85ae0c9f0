/** A budget that a request was charged to, as the name of its account tells it. */
export interface ChargedBudget {
  readonly kind: 'key' | 'team' | 'rule';
  /** Undefined for one of gateway.yaml, which has a name instead. */
  readonly id?: string;
  readonly name?: string;
  readonly unit: 'usd' | 'tokens' | 'requests';
  /** The one that a rule counts apart, such as a customer. */
  readonly part?: string;
}

const UNITS = ['usd', 'tokens', 'requests'] as const;

/** Reads the name of an account, such as `team:01a2…`; undefined for one of another form. */
export function readAccount(account: string): ChargedBudget | undefined {
  const [sort, owner = '', ...rest] = account.split(':');
  const name = lastOf(owner);
  if (sort === 'credential') return { kind: 'key', id: owner, unit: 'usd' };
  if (sort === 'declared-key') return { kind: 'key', name, unit: 'usd' };
  if (sort === 'team') return { kind: 'team', id: owner, unit: 'tokens' };
  if (sort === 'declared-team') return { kind: 'team', name, unit: 'tokens' };
  const [asked, , part] = rest;
  const unit = UNITS.find((each) => each === asked);
  if (unit === undefined || (sort !== 'rule' && sort !== 'declared-rule')) return undefined;
  const whose = sort === 'rule' ? { id: owner } : { name };
  return { kind: 'rule', ...whose, unit, ...(part !== undefined && { part: decodeURIComponent(part) }) };
}

/** Names of gateway.yaml stand after those of their organization and team. */
function lastOf(path: string): string {
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}
