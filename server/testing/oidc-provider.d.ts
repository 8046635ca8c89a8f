// Types of the part of the package that tests use; the package itself has none.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Client = { backchannelLogout(subject: string, sid: string): Promise<void> }
  export class Provider {
    constructor(issuer: string, settings: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    readonly Client: { find(id: string): Promise<Client> }
    readonly Grant: new (of: {
      accountId: string
      clientId: string
    }) => {
      addOIDCScope(scope: string): void
      addOIDCClaims(claims: string[]): void
      save(): Promise<string>
    }
    on(event: 'end_session.success' | 'server_error', listener: (...told: unknown[]) => void): void
  }
}
