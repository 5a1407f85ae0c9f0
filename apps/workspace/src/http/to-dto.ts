import { plainToInstance } from 'class-transformer';
import { checkMembers } from './check-members.js';

/**
 * Makes a DTO of what people sent. What class-transformer walks was checked before: it has the members that the class
 * declares, so that names of our own make the DTO (`@Expose` is for views), and as many as that. What the fields hold is
 * checked afterwards.
 *
 * @throws GatewayError `invalid_value` with the path of a field that is not declared, or is not nested as it should be
 */
export function toDto(of: new () => object, sent: object): object {
  return plainToInstance(of, checkMembers(of, sent), { enableImplicitConversion: false, ignoreDecorators: true });
}
