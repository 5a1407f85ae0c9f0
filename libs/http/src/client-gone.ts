/** The client closed its connection; there is nobody left to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';

  constructor() {
    super('the client closed the connection');
  }
}
