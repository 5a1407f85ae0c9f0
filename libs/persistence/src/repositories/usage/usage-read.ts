import type { EntityManager } from 'typeorm';
import type { OpenAccess } from '../../connection/connection.js';
import { codeOfFailure } from '../../connection/translate-error.js';
import { ReadTooLargeError } from '../../database-error.js';
import { command } from '../../statements/statement.js';

/** Compiling a query takes longer than it saves, and what is read often is in memory. All of a read is of one moment. */
const SETTINGS_OF_A_READ = command(`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
   SET LOCAL work_mem = '64MB'; SET LOCAL jit = off; SET LOCAL random_page_cost = 1.1`);

/** `query_canceled`: the server ended a statement at its time limit, or was asked to. */
const GIVEN_UP = '57014';

/**
 * Reads usage in a transaction, whose time limit the server keeps, with memory for the sums of some hundred thousand groups.
 *
 * @throws ReadTooLargeError if the server takes too long
 */
export function readUsage<Result>(
  access: OpenAccess,
  work: (manager: EntityManager) => Promise<Result>,
): Promise<Result> {
  return access.transaction(async (manager) => {
    await SETTINGS_OF_A_READ.run(manager);
    return work(manager).catch((error: unknown) => {
      throw codeOfFailure(error) === GIVEN_UP ? new ReadTooLargeError(error) : error;
    });
  });
}
