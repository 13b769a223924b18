/** Peculiarities of a mail provider's servers. A provider is recognised by their names. */
export interface Provider {
  /** Number of recipients that one session can check before its replies become unreliable. */
  readonly recipientsMax: number
  /** True if its replies to unknown senders do not depend on whether the mailbox exists. */
  readonly isUnverifiable: boolean
  /** True if it replies `550 5.4.1 Access denied` for a mailbox that does not exist. */
  readonly deniesUnknown: boolean
  /** Its own domains. They are never catch-all, so no control address is checked. */
  readonly ownDomains: readonly string[]
}

const ORDINARY: Provider = { recipientsMax: 4, isUnverifiable: false, deniesUnknown: false, ownDomains: [] }
const UNVERIFIABLE: Provider = { ...ORDINARY, isUnverifiable: true }

const PROVIDERS: readonly [suffix: string, provider: Provider][] = [
  ['google.com', { ...ORDINARY, ownDomains: ['gmail.com', 'googlemail.com'] }],
  ['googlemail.com', { ...ORDINARY, ownDomains: ['gmail.com', 'googlemail.com'] }],
  // Consumer mailboxes: accepted or refused by sender.
  ['olc.protection.outlook.com', UNVERIFIABLE],
  ['yahoodns.net', UNVERIFIABLE],
  ['mail.icloud.com', UNVERIFIABLE],
  // A second recipient in one session gets the reply "recipients belong to multiple regions".
  ['mail.protection.outlook.com', { ...ORDINARY, recipientsMax: 1, deniesUnknown: true }],
  ['mx.microsoft', { ...ORDINARY, recipientsMax: 1, deniesUnknown: true }],
]

export function recogniseProvider(host: string): Provider {
  return PROVIDERS.find(([suffix]) => host === suffix || host.endsWith(`.${suffix}`))?.[1] ?? ORDINARY
}
