import { ProblemError } from '../api/problem.ts'

type WebAuthnJson = Readonly<Record<string, unknown>>

/** Why this browser cannot use passkeys here; undefined when it can. */
export function whyNoPasskeys(): string | undefined {
  if (/^[\d.]+$|^\[/.test(location.hostname))
    return `Passkeys need a name in the address: open http://localhost${location.port && `:${location.port}`} instead.`
  if (!isSecureContext) return 'Passkeys need HTTPS.'
  const isKnown = 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential
  return isKnown ? undefined : 'This browser is too old for passkeys.'
}

/** Lets the browser make a passkey; answers what the server verifies. */
export function makePasskey(options: WebAuthnJson): Promise<WebAuthnJson> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  return serializeCredential(navigator.credentials.create({ publicKey }))
}

/** Lets the browser sign with one of the passkeys that it has. */
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
    title: isKnown ? 'This device has a passkey for you already' : 'No passkey was used',
    detail: isKnown
      ? 'Sign in with the one that it has, or add one on another device.'
      : 'The browser stopped: it was canceled, it took too long, or this device has no passkey for this server.',
  })
}
