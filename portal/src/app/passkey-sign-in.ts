import { call } from '../api/api.ts'
import type { Reply } from '../api/client.ts'
import { signWithPasskey } from '../components/passkey.ts'

/** Signs in with a passkey of this browser; an existing session is replaced. */
export async function signInWithPasskey(): Promise<Reply<'auth.passkey_sign_in'>> {
  const response = await signWithPasskey(await call('auth.passkey_options'))
  return call('auth.passkey_sign_in', { body: { response } })
}
