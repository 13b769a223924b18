import { Quoin } from '../../sdk/src/client.ts'
import { type Caller, type CallerOptions, needKey, resolveCaller } from './profile.ts'

export interface ClientContext {
  readonly client: Quoin
  readonly caller: Caller
}

/** The client that the flags, the environment and the profile ask for. */
export function openClient(options: CallerOptions): ClientContext {
  const caller = resolveCaller(options)
  return { client: new Quoin({ apiKey: needKey(caller), baseURL: caller.baseUrl }), caller }
}
