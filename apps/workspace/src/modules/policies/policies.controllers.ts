import { Controller } from '@nestjs/common';
import { createPolicyController } from './create-policy-controller.js';
import { BudgetRuleView, CreateBudgetRuleDto, UpdateBudgetRuleDto } from './dto/budget-rule.dto.js';
import { CachePolicyView, CreateCachePolicyDto, UpdateCachePolicyDto } from './dto/cache-policy.dto.js';
import { CreateGuardrailDto, GuardrailView, UpdateGuardrailDto } from './dto/guardrail.dto.js';
import { CreatePiiPolicyDto, PiiPolicyView, UpdatePiiPolicyDto } from './dto/pii-policy.dto.js';
import { CreateRoutingConfigDto, RoutingConfigView, UpdateRoutingConfigDto } from './dto/routing-config.dto.js';
import { CreateTagPolicyDto, TagPolicyView, UpdateTagPolicyDto } from './dto/tag-policy.dto.js';
import { BUDGET, CACHE, GUARDRAIL, PII, ROUTING_CONFIG, TAG } from './policy-kinds.js';

/** Checks of requests and answers (docs/contract/guardrails.md#guardrails). */
@Controller('admin/gateway/policies/guardrails')
export class GuardrailsController extends createPolicyController(GUARDRAIL, {
  view: GuardrailView,
  create: CreateGuardrailDto,
  update: UpdateGuardrailDto,
  noun: 'guardrail',
}) {}

/** Redaction of personal data (docs/contract/personal-data.md#policies): one policy for each scope. */
@Controller('admin/gateway/policies/pii')
export class PiiPoliciesController extends createPolicyController(PII, {
  view: PiiPolicyView,
  create: CreatePiiPolicyDto,
  update: UpdatePiiPolicyDto,
  noun: 'policy',
}) {}

/** Policies for caching answers: whose, and for how long (docs/contract/cache.md#opt-in). */
@Controller('admin/gateway/policies/cache')
export class CachePoliciesController extends createPolicyController(CACHE, {
  view: CachePolicyView,
  create: CreateCachePolicyDto,
  update: UpdateCachePolicyDto,
  noun: 'policy',
}) {}

/** Budgets by team, user, key, tag, customer, model and so on (docs/contract/budgets.md#rules). */
@Controller('admin/gateway/policies/budgets')
export class BudgetRulesController extends createPolicyController(BUDGET, {
  view: BudgetRuleView,
  create: CreateBudgetRuleDto,
  update: UpdateBudgetRuleDto,
  noun: 'budget rule',
}) {}

/** Rules for the tags of requests (docs/contract/audit.md#tag-policies). */
@Controller('admin/gateway/policies/tags')
export class TagPoliciesController extends createPolicyController(TAG, {
  view: TagPolicyView,
  create: CreateTagPolicyDto,
  update: UpdateTagPolicyDto,
  noun: 'tag policy',
}) {}

/** Ways to route that a request asks for with `X-Service-Config` (docs/contract/routing.md#routing-configs). */
@Controller('admin/routing-configs')
export class RoutingConfigsController extends createPolicyController(ROUTING_CONFIG, {
  view: RoutingConfigView,
  create: CreateRoutingConfigDto,
  update: UpdateRoutingConfigDto,
  noun: 'routing config',
}) {}
