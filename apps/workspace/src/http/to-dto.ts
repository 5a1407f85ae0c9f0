import { plainToInstance } from 'class-transformer';
import { checkMembers } from './check-members.js';

/**
 * Makes a DTO of a body. The members that class-transformer walks were checked before: they are those that the class declares, so that
 * names of our own make the DTO (`@Expose` is for views), and no more. The values of the fields are checked afterwards.
 *
 * @throws GatewayError `invalid_value` with the path of a field that is not declared, or is not nested as it should be
 */
export function toDto(of: new () => object, sent: object): object {
  return plainToInstance(of, checkMembers(of, sent), { enableImplicitConversion: false, ignoreDecorators: true });
}
