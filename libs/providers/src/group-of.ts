import { PROVIDER_KINDS, type ProviderGroup, type ProviderKind } from '@multilane/contracts';

/** The group of the format that an adapter or a target speaks. */
export function groupOf({
  kind,
  group,
}: {
  readonly kind: ProviderKind;
  readonly group?: ProviderGroup | undefined;
}): ProviderGroup {
  return group ?? PROVIDER_KINDS[kind];
}
