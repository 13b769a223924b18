import { randomBytes } from 'node:crypto'
import { type Caller, saveLogin } from '../logins.ts'

/** Returns the secret that signs forwarded events. It is created once per login and stays the same. */
export function listenSecret({ loginName, login }: Caller): string {
  if (login.listen_secret !== undefined) return login.listen_secret
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  saveLogin(loginName, { listen_secret: secret })
  return secret
}

/** Expands `localhost:3000/hooks` and `3000` to a local URL. */
export function toForwardUrl(text: string): string {
  if (/^\d+$/.test(text)) return `http://127.0.0.1:${text}/`
  return /^https?:\/\//.test(text) ? text : `http://${text}`
}
