import { Module } from '@nestjs/common';
import { AllowedNetworksService } from '../providers/allowed-networks.service.js';
import { AddressesController } from './addresses.controller.js';
import { AddressesService } from './addresses.service.js';
import { createDocsetsController } from './create-docsets-controller.js';
import { DocumentsController } from './documents.controller.js';
import { KnowledgeBasesController } from './knowledge-bases.controller.js';
import { KnowledgeQueriesService } from './knowledge-queries.service.js';
import { KNOWLEDGE_PROVIDERS } from './knowledge-services.js';
import { PageListsService } from './page-lists.service.js';
import { WorkerQuestionsService } from './worker-questions.service.js';

@Module({
  controllers: [
    KnowledgeBasesController,
    DocumentsController,
    AddressesController,
    createDocsetsController('w/docsets'),
    createDocsetsController('admin/docsets'),
  ],
  providers: [
    ...KNOWLEDGE_PROVIDERS,
    AddressesService,
    AllowedNetworksService,
    KnowledgeQueriesService,
    PageListsService,
    WorkerQuestionsService,
  ],
})
export class KnowledgeModule {}
