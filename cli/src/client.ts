import { Quoin } from '../../sdk/src/client.ts'
import { type Caller, type CallerOptions, needKey, resolveCaller } from './logins.ts'

export interface ClientContext {
  readonly client: Quoin
  readonly caller: Caller
}

/** Opens a client with the key and server from the flags, the environment or the login. */
export function openClient(options: CallerOptions): ClientContext {
  const caller = resolveCaller(options)
  return { client: new Quoin({ apiKey: needKey(caller), baseURL: caller.baseUrl }), caller }
}
