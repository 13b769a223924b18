import { Quoin } from '../../sdk/src/client.ts'
import { type Caller, type CallerOptions, callerOf, needKey } from './profile.ts'

export interface Opened {
  readonly client: Quoin
  readonly caller: Caller
}

/** The client that the flags, the environment and the profile ask for. */
export function openClient(options: CallerOptions): Opened {
  const caller = callerOf(options)
  return { client: new Quoin({ apiKey: needKey(caller), baseURL: caller.baseUrl }), caller }
}
