import { AccessRulings } from './access-rulings/access-rulings.migration.js';
import { AsyncJobs } from './async-jobs/async-jobs.migration.js';
import { AuditPayloads } from './audit-payloads/audit-payloads.migration.js';
import { Batches } from './batches/batches.migration.js';
import { BoundedLimits } from './bounded-limits/bounded-limits.migration.js';
import { EncryptionCanary } from './encryption-canary/encryption-canary.migration.js';
import { FirstSchema } from './first-schema/first-schema.migration.js';
import { MediaUnits } from './media-units/media-units.migration.js';
import { PoliciesAndUsage } from './policies-and-usage/policies-and-usage.migration.js';
import { ProviderObjects } from './provider-objects/provider-objects.migration.js';
import { RealtimeCalls } from './realtime-calls/realtime-calls.migration.js';
import { ScimMappings } from './scim-mappings/scim-mappings.migration.js';
import { SettledBudgets } from './settled-budgets/settled-budgets.migration.js';
import { StoredImages } from './stored-images/stored-images.migration.js';
import { TeamNames } from './team-names/team-names.migration.js';

/** In order. What a release has shipped never changes; a change of the schema is a new line. */
export const MIGRATIONS = [
  FirstSchema,
  PoliciesAndUsage,
  ScimMappings,
  AccessRulings,
  SettledBudgets,
  EncryptionCanary,
  TeamNames,
  AuditPayloads,
  BoundedLimits,
  MediaUnits,
  StoredImages,
  AsyncJobs,
  ProviderObjects,
  Batches,
  RealtimeCalls,
];
