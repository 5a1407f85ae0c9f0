import { Docsets, DocumentFiles, Documents, KnowledgeBases, type KnowledgeServices } from '@multilane/knowledge-bases';
import type { Provider } from '@nestjs/common';
import { JobSender } from '../../services/job-sender.js';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';

function servicesOf({ config, database, declaredNames }: WorkspaceServices, jobs: JobSender): KnowledgeServices {
  return {
    database,
    files: new DocumentFiles(database, config.knowledge.files),
    queues: () => jobs.queues(),
    settings: config.knowledge,
    checkModel: (name) => {
      const { type } = declaredNames.findModel(name) ?? {};
      if (type === undefined) throw new Error('is not the name of a model of the catalog');
      if (type !== 'embedding') throw new Error(`names a model of type ${type}: it must be an embedding model`);
    },
  };
}

/** The rules of knowledge, which the gateway has too. */
export const KNOWLEDGE_PROVIDERS: readonly Provider[] = [KnowledgeBases, Documents, Docsets].map((rules) => ({
  provide: rules,
  inject: [WORKSPACE_SERVICES, JobSender],
  useFactory: (services: WorkspaceServices, jobs: JobSender) => new rules(servicesOf(services, jobs)),
}));
