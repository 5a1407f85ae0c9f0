import { PROMPT_LABEL } from '@multilane/contracts';
import type { StoredPolicyRecord } from '@multilane/persistence';
import { Body, Controller, Delete, Param, Post, Put, Query } from '@nestjs/common';
import { RequirePermission } from '../../../access/access.js';
import { FromRequester } from '../../../access/from-requester.decorator.js';
import { Requester } from '../../../access/requester.js';
import { refuseField } from '../../../http/invalid-field.js';
import { HonoursVersion, HonoursVersionOfWhole, SendsVersion } from '../../../http/versions.js';
import { WorkspaceQuery } from '../../../lists/workspace-query.dto.js';
import { Answers } from '../../../openapi/answers.decorator.js';
import { createPolicyController } from '../create-policy-controller.js';
import { type Fields, PROMPT } from '../policy-kinds.js';
import { CreatePromptDto, PromptView, UpdatePromptDto } from './dto/prompt.dto.js';
import { NewPromptVersionDto, PromptLabelTargetDto } from './dto/prompt-parts.dto.js';

interface Numbered {
  readonly version: number;
}

interface Labelled {
  readonly name: string;
}

/** Prompts with their versions and labels (docs/contract/prompts.md). */
@Controller('admin/prompts')
export class PromptsController extends createPolicyController(PROMPT, {
  view: PromptView,
  create: CreatePromptDto,
  update: UpdatePromptDto,
  noun: 'prompt',
}) {
  @Post(':id/versions')
  @SendsVersion()
  @HonoursVersion()
  @RequirePermission(PROMPT.manage, { in: 'anywhere' })
  @Answers(PromptView, { status: 201, description: 'The prompt with its new version, which has the highest number.' })
  async addVersion(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
    @Body() dto: NewPromptVersionDto,
  ): Promise<PromptView> {
    const changed = await this.policies.edit(PROMPT, requester, id, query, (before) => {
      const versions = listOf<Numbered>(before, 'versions');
      const version = Math.max(0, ...versions.map((each) => each.version)) + 1;
      return { versions: [...versions, { version, ...toPlain(dto) }] };
    });
    return PromptView.of(changed);
  }

  @Put(':id/labels/:label')
  @SendsVersion()
  @HonoursVersionOfWhole()
  @RequirePermission(PROMPT.manage, { in: 'anywhere' })
  @Answers(PromptView, {
    description: 'The prompt with the label where it now is. A protected label requires `gateway.prompts.release`.',
  })
  async moveLabel(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('label') label: string,
    @Query() query: WorkspaceQuery,
    @Body() dto: PromptLabelTargetDto,
  ): Promise<PromptView> {
    return this.setLabel(requester, id, label, query, toPlain(dto));
  }

  @Delete(':id/labels/:label')
  @SendsVersion()
  @HonoursVersionOfWhole()
  @RequirePermission(PROMPT.manage, { in: 'anywhere' })
  @Answers(PromptView, {
    description: 'The prompt without the label. A protected label requires `gateway.prompts.release`.',
  })
  async removeLabel(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('label') label: string,
    @Query() query: WorkspaceQuery,
  ): Promise<PromptView> {
    return this.setLabel(requester, id, label, query, undefined);
  }

  private async setLabel(
    requester: Requester,
    id: string,
    name: string,
    query: WorkspaceQuery,
    target: Fields | undefined,
  ): Promise<PromptView> {
    const changed = await this.policies.edit(PROMPT, requester, id, query, (before) => {
      if (!PROMPT_LABEL.test(name)) throw refuseField({ path: 'label', message: 'is not a label' });
      const labels = listOf<Labelled>(before, 'labels');
      const others = labels.filter((each) => each.name !== name);
      return { labels: target === undefined ? others : [...others, { name, ...target }].toSorted(byName) };
    });
    return PromptView.of(changed);
  }
}

function byName(one: Labelled, other: Labelled): number {
  return one.name < other.name ? -1 : 1;
}

function listOf<Item>({ definition }: StoredPolicyRecord, member: string): readonly Item[] {
  return (definition[member] ?? []) as unknown as readonly Item[];
}

/** Returns a body as plain data, without what was left out. */
function toPlain(dto: object): Fields {
  return JSON.parse(JSON.stringify(dto)) as Fields;
}
