import { ProblemError } from '../api/problem.ts'

type WebAuthnJson = Readonly<Record<string, unknown>>

/** Returns the reason why passkeys do not work here; undefined if they do. */
export function whyNoPasskeys(): string | undefined {
  if (/^[\d.]+$|^\[/.test(location.hostname))
    return `Passkeys do not work on an IP address. Open http://localhost${location.port && `:${location.port}`} instead.`
  if (!isSecureContext) return 'Passkeys require HTTPS.'
  const isKnown = 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential
  return isKnown ? undefined : 'This browser does not support passkeys. Update it to use them.'
}

/** Lets the browser create a passkey; returns the response that the server verifies. */
export function makePasskey(options: WebAuthnJson): Promise<WebAuthnJson> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  return serializeCredential(navigator.credentials.create({ publicKey }))
}

/** Lets the browser sign with one of its passkeys. */
export function signWithPasskey(options: WebAuthnJson): Promise<WebAuthnJson> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  return serializeCredential(navigator.credentials.get({ publicKey }))
}

async function serializeCredential(asked: Promise<Credential | null>): Promise<WebAuthnJson> {
  try {
    const credential = await asked
    return (credential as PublicKeyCredential).toJSON() as unknown as WebAuthnJson
  } catch (error) {
    throw toPasskeyProblem(error)
  }
}

function toPasskeyProblem(error: unknown): ProblemError {
  const isKnown = error instanceof DOMException && error.name === 'InvalidStateError'
  return new ProblemError(0, {
    code: isKnown ? 'passkey_exists' : 'passkey_not_used',
    title: isKnown ? 'This device already has a passkey for your account' : 'No passkey was used',
    detail: isKnown
      ? 'Use the existing passkey, or add one on another device.'
      : 'The request was canceled or timed out, or this device has no passkey for this server.',
  })
}
