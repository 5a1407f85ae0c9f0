import type { PipelineServices } from '../pipeline/pipeline-services.js';
import type { KnowledgeService } from '../services/knowledge-service.js';

/** Services of work that runs without a client. */
export interface WorkerServices extends PipelineServices {
  /** Knowledge bases; undefined without a database or an encryption key. */
  readonly knowledge: KnowledgeService | undefined;
}
