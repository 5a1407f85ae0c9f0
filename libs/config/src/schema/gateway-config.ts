import { z } from 'zod';
import { alertsSchema } from './alerts.js';
import { authSchema } from './auth.js';
import { budgetsSchema } from './budgets.js';
import { cacheSchema } from './cache.js';
import { compatibilitySchema } from './compatibility.js';
import { exportsSchema } from './exports.js';
import { guardrailSchema } from './guardrails.js';
import { asyncSchema, batchesSchema, filesSchema, knowledgeSchema } from './jobs.js';
import { mcpSchema } from './mcp.js';
import { mediaSchema } from './media.js';
import { modelSchema } from './models.js';
import { organizationLimitsSchema, organizationSchema } from './organization.js';
import { piiSchema } from './pii.js';
import { promptSchema } from './prompts.js';
import { providerSchema } from './providers.js';
import { realtimeSchema } from './realtime.js';
import { routingConfigSchema, virtualModelSchema } from './routing.js';
import { networkSchema, rateLimitsSchema, serverSchema } from './server.js';
import { auditSchema, databaseSchema, encryptionSchema, redisSchema } from './storage.js';
import { tagPolicySchema } from './tag-policies.js';
import { teamSchema } from './teams.js';
import { telemetrySchema } from './telemetry.js';

/** Mark of models that imports and larger routes consist of (docs/contract/routing.md#virtual-models). */
const internal = z
  .boolean()
  .optional()
  .describe(
    'If true: only a target of virtual models and routing configs. Callers cannot name it, and lists do not show it.',
  );

const listed = z.boolean().optional().describe('If false: callers may name it, and `GET /v1/models` does not show it.');

/** The whole of gateway.yaml, in the order the documentation shows it. */
export const gatewayConfigSchema = z.object({
  server: serverSchema,
  network: networkSchema,
  database: databaseSchema,
  redis: redisSchema,
  encryption: encryptionSchema,
  organization: organizationSchema,
  organization_limits: organizationLimitsSchema,
  models: z
    .array(modelSchema.extend({ internal, listed }))
    .default([])
    .describe('The catalog: the names that callers use, and the models behind them.'),
  model_facts: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File with what models take where it differs from what the gateway knows of them. Read with this file. See docs/model-facts.md.',
    ),
  providers: z.array(providerSchema).default([]).describe('Credentials and addresses of providers, by name.'),
  virtual_models: z
    .array(virtualModelSchema.extend({ internal, listed }))
    .default([])
    .describe('Names that route to several models.'),
  routing_configs: z
    .array(routingConfigSchema)
    .default([])
    .describe('Routing settings that a request selects with `X-Service-Config`.'),
  prompts: z
    .array(promptSchema)
    .default([])
    .describe('Prompts that requests name with `X-Service-Prompt` or `prompt`. See docs/prompts.md.'),
  teams: z.array(teamSchema).default([]).describe('Teams, their models, limits and keys.'),
  rate_limits: rateLimitsSchema,
  budgets: budgetsSchema,
  tag_policies: z
    .array(tagPolicySchema)
    .default([])
    .describe('Rules for the tags of requests: required names, allowed values, fixed tags. See docs/usage.md.'),
  compatibility: compatibilitySchema,
  cache: cacheSchema,
  guardrails: z.array(guardrailSchema).default([]).describe('Checks of requests and answers.'),
  pii: piiSchema,
  auth: authSchema,
  realtime: realtimeSchema,
  media: mediaSchema,
  alerts: alertsSchema,
  async: asyncSchema,
  batches: batchesSchema,
  files: filesSchema,
  knowledge: knowledgeSchema,
  mcp: mcpSchema,
  audit: auditSchema,
  exports: exportsSchema,
  telemetry: telemetrySchema,
});

/** A valid configuration: every default applied, keys as in the file. */
export type GatewayConfig = z.output<typeof gatewayConfigSchema>;

export type ModelEntry = GatewayConfig['models'][number];
export type ProviderEntry = GatewayConfig['providers'][number];
export type VirtualModelEntry = GatewayConfig['virtual_models'][number];
export type RoutingConfigEntry = GatewayConfig['routing_configs'][number];
export type TimeoutOverrides = RoutingConfigEntry['timeouts'];
export type RoutingTarget = VirtualModelEntry['targets'][number];
export type RetryPolicy = VirtualModelEntry['retry'];
export type TeamEntry = GatewayConfig['teams'][number];
export type ApiKeyEntry = TeamEntry['api_keys'][number];
export type GuardrailEntry = GatewayConfig['guardrails'][number];
export type McpServerEntry = GatewayConfig['mcp']['servers'][number];
export type CachePolicyEntry = GatewayConfig['cache']['policies'][number];
export type PromptEntry = GatewayConfig['prompts'][number];
export type PromptVersionEntry = PromptEntry['versions'][number];
export type TagPolicyEntry = GatewayConfig['tag_policies'][number];
export type AlertChannelEntry = GatewayConfig['alerts']['channels'][number];
export type AlertRuleEntry = GatewayConfig['alerts']['rules'][number];
export type ExportSinkEntry = GatewayConfig['exports'][number];
export type BudgetRuleEntry = GatewayConfig['budgets']['rules'][number];
export type PiiPolicy = GatewayConfig['pii'];
