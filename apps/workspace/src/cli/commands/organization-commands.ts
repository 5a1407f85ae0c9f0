import { toTextTable } from '@multilane/contracts';
import type { OrganizationRecord } from '@multilane/persistence';
import type { Command } from 'commander';
import { FIRST_WORKSPACE } from '../../app/apply-config.js';
import type { Answer } from '../answer.js';
import { act, type CommandLine } from '../command-line.js';
import { CommandFailure, WrongUsage } from '../exit-codes.js';
import { gatherProducts, parseName } from '../values.js';

interface ProductOptions {
  readonly grant?: readonly string[];
  readonly revoke?: readonly string[];
}

/**
 * Organizations, and the products they hold: nobody but the operator changes either
 * (docs/contract/control-plane.md#tenancy).
 */
export function addOrganizationCommands(program: Command): void {
  const org = program.command('org').description('Manages organizations and their products.');

  act(org.command('list').description('Lists every organization.'), list);

  const create = org
    .command('create')
    .description('Creates an organization with a first workspace.')
    .argument('<name>', 'its name', parseName)
    .option(
      '--grant <product>',
      'a product that it holds, such as ai_gateway; may be given several times',
      gatherProducts,
    );
  act<[string], ProductOptions>(create, (line, { args: [name], options: { grant = [] } }) =>
    makeOrganization(line, name, grant),
  );

  const products = org
    .command('products')
    .description('Grants and revokes products. Without an option, lists the products of the organization.')
    .argument('<name>', 'the organization', parseName)
    .option('--grant <product>', 'a product to grant (repeatable)', gatherProducts)
    .option('--revoke <product>', 'a product to revoke (repeatable)', gatherProducts);
  act<[string], ProductOptions>(products, (line, { args: [name], options }) => changeProducts(line, name, options));
}

function list(line: CommandLine): Promise<Answer> {
  return line.withDatabase(async ({ organizations }) => {
    const all = await organizations.listEveryOne();
    const rows = all.map(({ name, products, source, id }) => [name, products.join(', '), source, id]);
    return {
      data: { object: 'list', data: all.map(toView) },
      text: toTextTable(['NAME', 'PRODUCTS', 'SOURCE', 'ID'], rows),
    };
  });
}

function makeOrganization(line: CommandLine, name: string, products: readonly string[]): Promise<Answer> {
  return line.withDatabase(async (database) => {
    if (await database.organizations.findByName(name)) throw taken(name);
    const made = await database.change(line.actor, async ({ organizations, workspaces }) => {
      const organization = await organizations.create({ name, products: [...new Set(products)] });
      await workspaces.create(organization.id, { name: FIRST_WORKSPACE });
      return organization;
    });
    const lacks = `It holds no product yet: org products ${quote(name)} --grant ai_gateway`;
    const holds = `It holds ${made.products.join(', ')}.`;
    return {
      data: toView(made),
      text: `Made the organization "${name}" (${made.id}) with the workspace "${FIRST_WORKSPACE}".\n${made.products.length === 0 ? lacks : holds}`,
    };
  });
}

function changeProducts(line: CommandLine, name: string, { grant = [], revoke = [] }: ProductOptions): Promise<Answer> {
  const both = grant.find((product) => revoke.includes(product));
  if (both !== undefined) throw new WrongUsage(`${both} cannot be granted and revoked at once.`);
  return line.withDatabase(async (database) => {
    const found = await line.findOrganization(database, name);
    if (grant.length + revoke.length === 0) return describeProducts(found);
    const changed = await database.change(line.actor, async ({ organizations }) => {
      const { id, source, products } = await line.findOrganization({ organizations }, name);
      if (source === 'config') throw declared(name);
      const next = new Set([...products, ...grant]);
      for (const product of revoke) next.delete(product);
      return organizations.update(id, { products: [...next] });
    });
    return describeProducts(changed);
  });
}

function describeProducts(organization: OrganizationRecord): Answer {
  const { name, products } = organization;
  return {
    data: toView(organization),
    text: `"${name}" holds ${products.length === 0 ? 'no product' : products.join(', ')}.`,
  };
}

function toView({ id, name, products, source, createdAt }: OrganizationRecord) {
  return { object: 'organization', id, name, products, source, created_at: createdAt.toISOString() };
}

function taken(name: string): CommandFailure {
  return new CommandFailure(`There is an organization "${name}" already.`);
}

function declared(name: string): CommandFailure {
  return new CommandFailure(
    `The organization "${name}" is declared in gateway.yaml: change organization.products there.`,
  );
}

/** A name as a shell takes it. */
function quote(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}
