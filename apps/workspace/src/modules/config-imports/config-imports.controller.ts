import { ImportError, type ImportResult, importLitellmConfig, importPortkeyConfig } from '@multilane/importers';
import { Body, Controller, Post } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { Throttle } from '../../access/throttle.js';
import { invalidField } from '../../http/invalid-field.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { ConfigImportDto, ConfigImportView, type ImportSource } from './config-import.dto.js';

const IMPORTERS: Readonly<Record<ImportSource, (text: string) => ImportResult>> = {
  litellm: importLitellmConfig,
  portkey: (text) => importPortkeyConfig(text),
};

/** Converts configurations of other gateways (docs/contract/control-plane.md#imports). Nothing is stored or changed. */
@Controller('admin/config-imports')
export class ConfigImportsController {
  private readonly throttle = new Throttle({ tries: 10, seconds: 60 });

  /** Makes a gateway.yaml of a file. Fails with 400 for a file that cannot be read, and with 429 after ten in a minute. */
  @Post()
  @RequirePermission('org.deployment.read')
  @Answers(ConfigImportView, { description: 'The gateway.yaml and its report.' })
  async convert(
    @FromRequester() { organizationId }: Requester,
    @Body() { source, text }: ConfigImportDto,
  ): Promise<ConfigImportView> {
    await this.throttle.take(organizationId);
    try {
      return ConfigImportView.of(IMPORTERS[source](text));
    } catch (error) {
      if (error instanceof ImportError) throw invalidField('text', `cannot be imported. ${error.message}`);
      throw error;
    }
  }
}
