import { ALL_MANIFESTS, type ProviderManifest, type ProviderSetting } from '@multilane/providers/manifests';

/** A setting of the kinds that have it. */
interface SettingOfKind {
  readonly kind: ProviderManifest['kind'];
  readonly setting: ProviderSetting;
}

/** The kinds that have a setting of their own by this name, each with its manifest's words for it. */
export function findSetting(name: string): readonly SettingOfKind[] {
  return ALL_MANIFESTS.flatMap(({ kind, settings }) =>
    settings.filter((setting) => setting.name === name).map((setting) => ({ kind, setting })),
  );
}

/**
 * Describes a setting that only some kinds have, for documents: those kinds, its purpose, and its default.
 *
 * @throws Error for a setting that no kind has
 */
export function describeSetting(name: string): string {
  const found = findSetting(name);
  const [first] = found;
  if (!first) throw new Error(`no kind of provider has a setting ${name}`);
  const { required, help, environment } = first.setting;
  const kinds = found.map(({ kind }) => kind).join(', ');
  const text = `${kinds}${required ? ' (required)' : ''}: ${help.charAt(0).toLowerCase()}${help.slice(1)}`;
  if (environment) return `${text} Default in gateway.yaml: that of ${environment.join(' or ')}.`;
  return found.length === 1 ? text : `${text} Default: ${describeDefaults(found)}.`;
}

const LIST = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });

/** Such as `true for a and b, false for c`. */
function describeDefaults(found: readonly SettingOfKind[]): string {
  const values = [true, false].map((value) => {
    const kinds = found.filter(({ setting }) => setting.default === value).map(({ kind }) => kind);
    return kinds.length === 0 ? [] : [`${value} for ${LIST.format(kinds)}`];
  });
  return values.flat().join(', ');
}
