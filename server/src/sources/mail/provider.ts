/** What is peculiar to a mail provider, known by the names of its servers. */
export interface Provider {
  /** Recipients one connection may ask about before its answers become worthless. */
  readonly recipientsMax: number
  /** It answers strangers without regard to what is true. */
  readonly isUndecidable: boolean
  /** `550 5.4.1 Access denied` is how it says that there is no such mailbox. */
  readonly deniesUnknown: boolean
  /** Its own domains, which are never catch-all: no control address has to be asked. */
  readonly ownDomains: readonly string[]
}

const ORDINARY: Provider = { recipientsMax: 4, isUndecidable: false, deniesUnknown: false, ownDomains: [] }
const UNDECIDABLE: Provider = { ...ORDINARY, isUndecidable: true }

const PROVIDERS: readonly [suffix: string, provider: Provider][] = [
  ['google.com', { ...ORDINARY, ownDomains: ['gmail.com', 'googlemail.com'] }],
  ['googlemail.com', { ...ORDINARY, ownDomains: ['gmail.com', 'googlemail.com'] }],
  // Consumer mailboxes: refused or accepted by who asks, not by who exists.
  ['olc.protection.outlook.com', UNDECIDABLE],
  ['yahoodns.net', UNDECIDABLE],
  ['mail.icloud.com', UNDECIDABLE],
  // A second recipient in one session is answered "recipients belong to multiple regions".
  ['mail.protection.outlook.com', { ...ORDINARY, recipientsMax: 1, deniesUnknown: true }],
  ['mx.microsoft', { ...ORDINARY, recipientsMax: 1, deniesUnknown: true }],
]

export function providerOf(host: string): Provider {
  return PROVIDERS.find(([suffix]) => host === suffix || host.endsWith(`.${suffix}`))?.[1] ?? ORDINARY
}
