import { type ProviderEntry, parseProviderEntry } from '@multilane/config';
import { type AllowedNetworks, checkUserBaseUrl, findCredentialProblem } from '@multilane/egress';
import { findManifest } from '@multilane/providers';
import { refuseField } from '../../http/invalid-field.js';
import { findHeaderProblem } from './find-header-problem.js';
import { type ProviderFields, SECRET_FIELDS } from './provider-fields.js';

/**
 * The entry that the fields of a provider make: by the rules of gateway.yaml, and by those for what people register
 * (docs/contract/egress.md#addresses). Fails with 400 and the field's path.
 */
export function checkProvider(fields: ProviderFields, allowed: AllowedNetworks): ProviderEntry {
  const { entry, problems } = parseProviderEntry(fields);
  if (problems !== undefined) throw refuseField(problems[0]);
  const address = addressOf(entry);
  const addressProblem = address === undefined ? undefined : checkUserBaseUrl(address, allowed);
  if (addressProblem !== undefined) throw refuseField({ path: 'base_url', message: addressProblem });
  const problem = findHeaderProblem(entry) ?? findCredentialProblem(entry, findManifest(entry.kind)?.credential);
  if (problem !== undefined) throw refuseField({ path: problem.param, message: problem.message });
  return entry;
}

/**
 * Rejects to send stored secrets to a host that they were not entered for: who may change an address must not be able to
 * read with it what nobody is shown.
 *
 * @param sent What the request says; a secret that it sets or removes does not count.
 */
export function refuseRedirection(before: ProviderFields, after: ProviderEntry, sent: ProviderFields): void {
  const { entry } = parseProviderEntry(before);
  if (entry !== undefined && originOf(entry) === originOf(after)) return;
  const unsent = Object.keys(before).find((name) => SECRET_FIELDS.has(name) && sent[name] === undefined);
  if (unsent === undefined) return;
  const message = 'must be sent again, or removed with null, when `base_url` leads to another host';
  throw refuseField({ path: unsent, message });
}

/** Undefined if no address is dialled, or the kind works it out from the region or location. */
function addressOf(entry: ProviderEntry): string | undefined {
  const { inProcess, defaultBaseUrl } = findManifest(entry.kind) ?? {};
  return inProcess ? undefined : (entry.base_url ?? defaultBaseUrl);
}

function originOf(entry: ProviderEntry): string | undefined {
  const address = addressOf(entry);
  return address === undefined ? undefined : new URL(address).origin;
}
