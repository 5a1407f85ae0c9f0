import { DefaultNamingStrategy, type Table } from 'typeorm';

const tableNameOf = (table: Table | string): string =>
  (typeof table === 'string' ? table : table.name).split('.').at(-1) ?? '';

/**
 * Columns in snake case, and constraints named after what they constrain: `uq_teams__name`, `fk_credentials__team_id`.
 * The last column of a constraint is the field that an error names, since tenant keys lead with `organization_id`.
 */
export class SchemaNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }

  override primaryKeyName(table: Table | string): string {
    return `pk_${tableNameOf(table)}`;
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return `uq_${tableNameOf(table)}__${columns.at(-1)}`;
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return `fk_${tableNameOf(table)}__${columns.at(-1)}`;
  }

  override indexName(table: Table | string, columns: string[]): string {
    return `ix_${tableNameOf(table)}__${columns.join('_')}`;
  }
}

/** The field that a violated constraint is about, by the names above. */
export function fieldOfConstraint(constraint: string): string {
  return constraint.split('__')[1] ?? constraint;
}

/** The table that a constraint belongs to, by the names above, in the singular. */
export function tableOfConstraint(constraint: string): string {
  return (
    constraint
      .replace(/^[a-z]+_/, '')
      .split('__')[0]
      ?.replace(/s$/, '') ?? constraint
  );
}
