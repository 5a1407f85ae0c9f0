import { Body, Controller, Get, Inject, Patch, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { HonoursVersion, SendsVersion } from '../../http/versions.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers, AnswersList } from '../../openapi/answers.decorator.js';
import { CredentialPolicyView, OrganizationView, ProductView, SignInPolicyView } from './dto/organization.view.js';
import {
  UpdateCredentialPolicyDto,
  UpdateOrganizationDto,
  UpdateSignInPolicyDto,
} from './dto/write-organization.dto.js';
import { OrganizationService } from './organization.service.js';

/** The organization of whoever asks (docs/contract/control-plane.md#organization). */
@Controller('org')
export class OrganizationController {
  constructor(@Inject(OrganizationService) private readonly organization: OrganizationService) {}

  @Get()
  @SendsVersion()
  @RequirePermission('org.read')
  @Answers(OrganizationView)
  async find(@FromRequester() requester: Requester): Promise<OrganizationView> {
    return OrganizationView.of(await this.organization.find(requester));
  }

  @Patch()
  @SendsVersion()
  @HonoursVersion()
  @RequirePermission('org.manage')
  @Answers(OrganizationView, { description: 'The updated organization.' })
  async update(@FromRequester() requester: Requester, @Body() dto: UpdateOrganizationDto): Promise<OrganizationView> {
    return OrganizationView.of(await this.organization.update(requester, dto));
  }

  @Get('credential-policy')
  @SendsVersion()
  @RequirePermission('org.read')
  @Answers(CredentialPolicyView)
  async findCredentialPolicy(@FromRequester() requester: Requester): Promise<CredentialPolicyView> {
    return CredentialPolicyView.of(await this.organization.find(requester));
  }

  @Patch('credential-policy')
  @SendsVersion()
  @HonoursVersion()
  @RequirePermission('org.credentialpolicy.manage')
  @Answers(CredentialPolicyView, { description: 'The updated policy.' })
  async updateCredentialPolicy(
    @FromRequester() requester: Requester,
    @Body() dto: UpdateCredentialPolicyDto,
  ): Promise<CredentialPolicyView> {
    return CredentialPolicyView.of(await this.organization.updateCredentialPolicy(requester, dto));
  }

  @Get('sign-in-policy')
  @SendsVersion()
  @RequirePermission('org.read')
  @Answers(SignInPolicyView)
  async findSignInPolicy(@FromRequester() requester: Requester): Promise<SignInPolicyView> {
    return SignInPolicyView.of(await this.organization.find(requester));
  }

  /** Only owners in the console. One who signs in with a password sets up the own second factor first (409). */
  @Patch('sign-in-policy')
  @SendsVersion()
  @HonoursVersion()
  @RequirePermission('org.owners.manage', { session: true })
  @Answers(SignInPolicyView, { description: 'The updated policy.' })
  async updateSignInPolicy(
    @FromRequester() requester: Requester,
    @Body() dto: UpdateSignInPolicyDto,
  ): Promise<SignInPolicyView> {
    return SignInPolicyView.of(await this.organization.updateSignInPolicy(requester, dto));
  }

  /** The products that the organization holds. Only the operator grants them. */
  @Get('products')
  @RequirePermission('org.read')
  @AnswersList(ProductView)
  async listProducts(
    @FromRequester() requester: Requester,
    @Query() _query: ListQuery,
  ): Promise<ListAnswer<ProductView>> {
    const { products } = await this.organization.find(requester);
    return toList({ data: products, nextCursor: null }, ProductView.of);
  }
}
