import { ConfigError, type GatewayConfig, readModelFacts } from '@multilane/config';
import type { ModelCapabilities, ProviderKind } from '@multilane/contracts';
import type { WorkspaceModelRecord } from '@multilane/persistence';
import { type DeclaredCapabilities, describeFacts, knowModel, type OwnModelRow, toOwnRows } from '@multilane/providers';
import type { Logger } from '@multilane/telemetry';

const ROWS = new WeakMap<GatewayConfig, readonly OwnModelRow[]>();

/** The rows of the file that `model_facts` names, read once for each configuration. */
export function readOwnRows(config: GatewayConfig, logger: Pick<Logger, 'warn'>): readonly OwnModelRow[] {
  let rows = ROWS.get(config);
  if (rows === undefined) {
    rows = config.model_facts === undefined ? [] : tryRead(config.model_facts, logger);
    ROWS.set(config, rows);
  }
  return rows;
}

/** A gateway rejects a file that it cannot read. Where only the workspace lacks it, its models are shown as the table has them. */
function tryRead(path: string, logger: Pick<Logger, 'warn'>): readonly OwnModelRow[] {
  try {
    return toOwnRows(readModelFacts(path));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    logger.warn({ path, reason: error.message }, 'models are shown without the facts of model_facts');
    return [];
  }
}

/**
 * Describes a known model at a provider of a kind, as `GET /v1/models` of the gateway lists it (docs/contract/model-access.md#listing);
 * null if nothing is known.
 */
export function describeKnown(
  { capabilities, contextWindow, upstreamModel }: WorkspaceModelRecord,
  kind: ProviderKind | undefined,
  rows: readonly OwnModelRow[],
): ModelCapabilities | null {
  if (kind === undefined || upstreamModel === null) return null;
  const declared = (capabilities ?? {}) as DeclaredCapabilities;
  const { facts } = knowModel(kind, upstreamModel, declared, contextWindow ?? undefined, rows);
  return describeFacts(facts) ?? null;
}
