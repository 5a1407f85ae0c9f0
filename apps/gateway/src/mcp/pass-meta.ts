import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  RELATED_TASK_META_KEY,
  SERVER_INFO_META_KEY,
  SUBSCRIPTION_ID_META_KEY,
} from '@modelcontextprotocol/client';

/** Metadata of one connection: each of the two that the gateway joins has its own. */
const OF_HOP: ReadonlySet<string> = new Set([
  'progressToken',
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  RELATED_TASK_META_KEY,
  SERVER_INFO_META_KEY,
  SUBSCRIPTION_ID_META_KEY,
]);

/** The members of `_meta` that travel through the gateway; undefined if there are none (docs/contract/mcp.md#metadata). */
export function passMeta(
  meta: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const passed = Object.entries(meta ?? {}).filter(([name]) => !OF_HOP.has(name));
  return passed.length === 0 ? undefined : Object.fromEntries(passed);
}
