import type { GuardrailDefinition, PiiPolicy } from '@multilane/policy';
import { Body, Controller, Inject, Post } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { refuseField } from '../../http/invalid-field.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { GUARDRAIL, PII } from '../policies/policy-kinds.js';
import { GuardrailDryRunDto, GuardrailDryRunView } from './dto/guardrail-dry-run.dto.js';
import { PiiDryRunDto, PiiDryRunView } from './dto/pii-dry-run.dto.js';
import { readFields } from './read-fields.js';
import { TextChecks } from './text-checks.js';

/**
 * Dry runs of policies on a text (docs/contract/control-plane.md#dry-runs). Nothing is stored, recorded or sent anywhere, and the policy
 * need not exist.
 */
@Controller('admin/gateway/policies')
export class DryRunsController {
  constructor(@Inject(TextChecks) private readonly checks: TextChecks) {}

  /** Returns the verdict of a guardrail on a text. */
  @Post('guardrails/dry-run')
  @RequirePermission('gateway.guardrails.read', { in: 'anywhere' })
  @Answers(GuardrailDryRunView, { description: 'What the guardrail says.' })
  async tryGuardrail(
    @FromRequester() { organizationId }: Requester,
    @Body() { text, role, ...fields }: GuardrailDryRunDto,
  ): Promise<GuardrailDryRunView> {
    const definition = await readFields<GuardrailDefinition>(GUARDRAIL, fields);
    refuseRemote(definition);
    const part = { role: role ?? (definition.phase === 'after' ? 'assistant' : 'user'), text } as const;
    const { verdict, durationMs } = await this.checks.tryGuardrail(organizationId, definition, part);
    return { object: 'guardrail_dry_run', verdict, rejected: verdict !== 'pass', duration_ms: durationMs };
  }

  /** Returns a request and its answer as a policy of personal data would leave them. */
  @Post('pii/dry-run')
  @RequirePermission('gateway.pii.read', { in: 'anywhere' })
  @Answers(PiiDryRunView, { description: 'What becomes of the texts.' })
  async tryPii(
    @FromRequester() { organizationId }: Requester,
    @Body() { text, answer, workspace_id: _place, enabled: _enabled, ...fields }: PiiDryRunDto,
  ): Promise<PiiDryRunView> {
    const policy = await readFields<PiiPolicy>(PII, fields);
    const trial = await this.checks.tryPii(organizationId, policy, { text, answer });
    return {
      object: 'pii_dry_run',
      blocked_entity: trial.blocked ?? null,
      text: trial.text ?? null,
      answer: trial.answer ?? null,
      duration_ms: trial.durationMs,
    };
  }
}

/** The workspace calls neither checkers nor models, and has no tokenizer. */
function refuseRemote({ kind, config }: GuardrailDefinition): void {
  if (kind === 'http' || kind === 'max_tokens') {
    const why = kind === 'http' ? 'asks another service' : "counts with the model's tokenizer";
    throw refuseField({ path: 'kind', message: `cannot be ${kind} in a dry run, because such a guardrail ${why}` });
  }
  if (kind === 'moderation' && config.model !== undefined) {
    throw refuseField({ path: 'config.model', message: 'cannot be set in a dry run, because it asks a model' });
  }
}
