import { PROVIDER_KINDS } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { Change } from '@multilane/persistence';
import { closest, distance } from 'fastest-levenshtein';
import type { DeclaredNames } from '../declared/declared-names.js';

type Tables = Pick<Change, 'models' | 'providers'>;

/** A list of names as a request gives it, and as it is stored: null is no restriction, undefined is left as it is. */
export interface AllowedNames {
  readonly given: readonly string[] | null | undefined;
  readonly stored?: readonly string[] | null | undefined;
}

/** Place in which names are looked up: a workspace, or, without one, any of the organization. */
export interface NameScope {
  readonly organizationId: string;
  readonly workspaceId?: string | undefined;
}

/**
 * Fails with 400 for a name in `allowed_models` that no model, alias or virtual model has: of gateway.yaml or of a workspace. A
 * mistyped name would grant nothing, and nobody would notice. Names that are stored already may stay, so that a model that was
 * removed meanwhile does not block other changes.
 */
export async function checkAllowedModels(
  { models }: Tables,
  declared: DeclaredNames,
  { organizationId, workspaceId }: NameScope,
  names: AllowedNames,
): Promise<void> {
  await check('allowed_models', 'a model, an alias or a virtual model', names, async () => [
    ...declared.modelNames,
    ...(await models.listNames(organizationId, workspaceId)),
  ]);
}

/** The same for `allowed_providers`: kinds, entries of gateway.yaml, and providers of the workspace. */
export async function checkAllowedProviders(
  { providers }: Tables,
  declared: DeclaredNames,
  { organizationId, workspaceId = '' }: NameScope,
  names: AllowedNames,
): Promise<void> {
  await check('allowed_providers', 'a provider or a provider kind', names, async () => [
    ...Object.keys(PROVIDER_KINDS),
    ...declared.providers,
    ...(await providers.listNames(organizationId, workspaceId)),
  ]);
}

async function check(
  field: string,
  what: string,
  { given, stored }: AllowedNames,
  listKnown: () => Promise<readonly string[]>,
): Promise<void> {
  const before = new Set(stored);
  const isNew = given?.some((name) => !before.has(name)) ?? false;
  if (!given || !isNew) return;
  const known = new Set(await listKnown());
  const index = given.findIndex((name) => !before.has(name) && !known.has(name));
  if (index === -1) return;
  const param = `${field}[${index}]`;
  const hint = describeNearest(given[index] ?? '', [...known]);
  throw new GatewayError('invalid_value', { param, message: `\`${param}\` is not the name of ${what}.${hint}` });
}

/** A name that is nearer than half of what was written. */
function describeNearest(name: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const nearest = closest(name, known);
  return distance(name, nearest) <= Math.ceil(name.length / 2) ? ` Did you mean \`${nearest}\`?` : '';
}
