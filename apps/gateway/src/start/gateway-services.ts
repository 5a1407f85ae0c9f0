import type { ProviderQuotas, RedisLink } from '@multilane/policy';
import type { HttpServices } from '../http/http-services.js';
import type { KnowledgeService } from '../services/knowledge-service.js';

/** Services of a process, made once when it starts; each room knows those that it needs by an interface of its own. */
export interface GatewayServices extends HttpServices {
  /** Names this process: a new one after each start. */
  readonly replicaId: string;
  /** Undefined without `redis.url`. */
  readonly redis: RedisLink | undefined;
  /** What the providers say is left of their limits. */
  readonly quotas: ProviderQuotas;
  /** Knowledge bases; undefined without a database or an encryption key. */
  readonly knowledge: KnowledgeService | undefined;
}
