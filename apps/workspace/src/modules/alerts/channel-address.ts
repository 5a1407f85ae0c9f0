import { randomBytes } from 'node:crypto';
import type { AlertChannelEntry, GatewayConfig } from '@multilane/config';
import { type AllowedNetworks, checkUserUrl } from '@multilane/egress';
import type { AlertChannelKind, AlertChannelSecrets } from '@multilane/persistence';
import { refuseField } from '../../http/invalid-field.js';

/** Fields of an address that somebody sent. */
export interface SentAddress {
  readonly url?: string | undefined;
  readonly secret?: string | undefined;
  readonly routing_key?: string | undefined;
  readonly region?: 'us' | 'eu' | undefined;
  readonly to?: readonly string[] | undefined;
}

export interface ReadAddress {
  readonly secrets: AlertChannelSecrets;
  readonly hint: string;
  /** Secret that was made, for the one who asks to see once. */
  readonly made: string | null;
}

export interface AddressRules {
  readonly allowed: AllowedNetworks;
  readonly smtp: GatewayConfig['alerts']['smtp'];
}

const FIELDS: Readonly<Record<AlertChannelKind, readonly (keyof SentAddress)[]>> = {
  webhook: ['url', 'secret'],
  slack: ['url'],
  teams: ['url'],
  pagerduty: ['routing_key', 'region'],
  email: ['to'],
};

const SECRET_BYTES = 32;
const LONGEST_HINT = 200;
const ROUTING_KEY = /^[A-Za-z0-9]{32}$/;
const SIGNING_KEY = /^whsec_[A-Za-z0-9+/]{32,128}={0,2}$/;
/** One address, without a name before it. */
const ADDRESS = /^[^\s@<>,;:"()[\]\\]{1,64}@([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?)$/;

/** True if a field of an address was sent. */
export const isAddressSent = (sent: SentAddress): boolean =>
  Object.values(FIELDS)
    .flat()
    .some((field) => sent[field] !== undefined);

/** The address of a channel of a kind. Fails with 400 that names the field. */
export function readAddress(kind: AlertChannelKind, sent: SentAddress, rules: AddressRules): ReadAddress {
  const stranger = Object.values(FIELDS)
    .flat()
    .find((field) => sent[field] !== undefined && !FIELDS[kind].includes(field));
  if (stranger !== undefined) throw refuseField({ path: stranger, message: `is no field of the kind ${kind}` });
  switch (kind) {
    case 'webhook': {
      const { hint, url } = readUrl(sent.url, rules.allowed);
      if (sent.secret !== undefined && !SIGNING_KEY.test(sent.secret)) {
        throw refuseField({ path: 'secret', message: 'must be `whsec_` and at least 24 bytes in base64' });
      }
      const made = sent.secret === undefined ? `whsec_${randomBytes(SECRET_BYTES).toString('base64')}` : null;
      return { secrets: { url, secret: sent.secret ?? made ?? '' }, hint, made };
    }
    case 'slack':
    case 'teams': {
      const { hint, url } = readUrl(sent.url, rules.allowed);
      return { secrets: { url }, hint, made: null };
    }
    case 'pagerduty': {
      const { region = 'us', routing_key: key = '' } = sent;
      if (!ROUTING_KEY.test(key)) throw refuseField({ path: 'routing_key', message: 'must be 32 letters and digits' });
      return { secrets: { routing_key: key, region }, hint: region, made: null };
    }
    case 'email':
      return readRecipients(sent.to ?? [], rules);
  }
}

function readUrl(url: string | undefined, allowed: AllowedNetworks): { readonly url: string; readonly hint: string } {
  if (url === undefined) throw refuseField({ path: 'url', message: 'is required' });
  const problem = checkUserUrl(url, allowed);
  if (problem !== undefined) throw refuseField({ path: 'url', message: problem });
  return { url, hint: new URL(url).origin };
}

function readRecipients(to: readonly string[], { smtp }: AddressRules): ReadAddress {
  if (smtp.host === undefined || smtp.from === undefined) {
    throw refuseField({ path: 'kind', message: 'cannot be email: `alerts.smtp` is not set in gateway.yaml' });
  }
  if (to.length === 0) throw refuseField({ path: 'to', message: 'is required' });
  const domains = to.map((address, index) => {
    const domain = ADDRESS.exec(address)?.[1]?.toLowerCase();
    if (domain === undefined) throw refuseField({ path: `to[${index}]`, message: 'must be an email address' });
    if (smtp.recipient_domains.length > 0 && !smtp.recipient_domains.includes(domain)) {
      throw refuseField({ path: `to[${index}]`, message: 'is at a domain that gateway.yaml does not allow' });
    }
    return domain;
  });
  return { secrets: { to: [...new Set(to)] }, hint: joinDomains(domains), made: null };
}

/** The part of a declared channel's address that everybody may see. */
export function hintOf({ kind, region = 'us', to = [], url = '' }: AlertChannelEntry): string {
  if (kind === 'pagerduty') return region;
  if (kind === 'email')
    return joinDomains(to.map((address) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()));
  return new URL(url).origin;
}

const joinDomains = (domains: readonly string[]): string => [...new Set(domains)].join(', ').slice(0, LONGEST_HINT);
