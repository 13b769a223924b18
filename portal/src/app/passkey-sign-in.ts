import { call } from '../api/api.ts'
import type { Reply } from '../api/client.ts'
import { signWithPasskey } from '../components/passkey.ts'

/** Signs in with a passkey of this browser; the session before it, if any, is replaced. */
export async function signInWithPasskey(): Promise<Reply<'auth.passkey_sign_in'>> {
  const response = await signWithPasskey(await call('auth.passkey_options'))
  return call('auth.passkey_sign_in', { body: { response } })
}
