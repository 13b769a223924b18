import { randomBytes } from 'node:crypto'
import { type Caller, saveProfile } from '../profile.ts'

/** The secret that signs what this machine forwards: made once for a profile, and the same in every session. */
export function listenSecret({ profileName, profile }: Caller): string {
  if (profile.listen_secret !== undefined) return profile.listen_secret
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  saveProfile(profileName, { listen_secret: secret })
  return secret
}

/** `localhost:3000/hooks` and `3000` mean an address of this machine. */
export function toForwardUrl(text: string): string {
  if (/^\d+$/.test(text)) return `http://127.0.0.1:${text}/`
  return /^https?:\/\//.test(text) ? text : `http://${text}`
}
