import { ALL_MANIFESTS } from '@multilane/providers/manifests';

/** Portkey's names of providers, as kinds. */
export const KINDS: Readonly<Record<string, string>> = Object.fromEntries(
  ALL_MANIFESTS.flatMap(({ kind, foreignNames }) => (foreignNames?.portkey ?? []).map((name) => [name, kind])),
);
