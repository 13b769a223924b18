import { Quoin } from '../../sdk/src/client.ts'
import { type Caller, type CallerOptions, needKey, resolveCaller } from './logins.ts'
import { createSignedInFetch } from './sign-in/device-sign-in.ts'

export interface ClientContext {
  readonly client: Quoin
  readonly caller: Caller
}

/** Opens a client with the key and server from the flags, the environment or the login. */
export function openClient(options: CallerOptions): ClientContext {
  const caller = resolveCaller(options)
  const signedIn = createSignedInFetch(caller)
  const connection = { apiKey: needKey(caller), baseURL: caller.baseUrl, ...(signedIn && { fetch: signedIn }) }
  return { client: new Quoin(connection), caller }
}
