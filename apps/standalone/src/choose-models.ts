import type { ModelType, ProviderKind } from '@multilane/contracts';
import { SIMULATOR_KIND, SIMULATOR_MODEL } from '@multilane/providers';
import type { ProviderModels } from './providers/provider-models.js';

/** One entry of the catalog that is to be written. */
export interface OfferedModel {
  readonly name: string;
  readonly kind: ProviderKind;
  readonly upstreamModel: string;
  /** Chat if it is left out. */
  readonly type?: ModelType;
}

const SIMULATOR: OfferedModel = { name: SIMULATOR_MODEL, kind: SIMULATOR_KIND, upstreamModel: SIMULATOR_MODEL };

/**
 * Form of a name in gateway.yaml: 1 to 512 characters, no control characters, no space at either end. A provider's name must not reach into
 * the environment either, hence no `${`.
 */
const USABLE_NAME = /^(?!\s)(?!.*\$\{)[^\p{Cc}]{1,512}(?<!\s)$/u;

/**
 * The models to offer: those of the providers under the providers' own names, or as `kind/name` where two providers
 * have a model of one name; then their models of sound. The simulator is among them only when nothing else chats, or when it was asked for.
 */
export function chooseModels(providers: readonly ProviderModels[], wantsSimulator: boolean): OfferedModel[] {
  const all = providers.flatMap(({ kind, models }) =>
    models.filter((name) => USABLE_NAME.test(name)).map((upstreamModel) => ({ kind, upstreamModel })),
  );
  const uses = new Map([[SIMULATOR.name, 1]]);
  for (const { upstreamModel } of all) uses.set(upstreamModel, (uses.get(upstreamModel) ?? 0) + 1);
  const offered = new Map<string, OfferedModel>();
  for (const { kind, upstreamModel } of all) {
    const name = uses.get(upstreamModel) === 1 ? upstreamModel : `${kind}/${upstreamModel}`;
    // A prefixed name may be another provider's plain one; the first keeps it.
    if (!offered.has(name)) offered.set(name, { name, kind, upstreamModel });
  }
  if (offered.size === 0 || wantsSimulator) offered.set(SIMULATOR.name, SIMULATOR);
  for (const { kind, sound = {} } of providers) {
    for (const [type, upstreamModel] of Object.entries(sound) as [ModelType, string][]) {
      const name = offered.has(upstreamModel) ? `${kind}/${upstreamModel}` : upstreamModel;
      if (!offered.has(name)) offered.set(name, { name, kind, upstreamModel, type });
    }
  }
  return [...offered.values()];
}
