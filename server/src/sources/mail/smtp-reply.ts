import type { Provider } from './provider.ts'

/** One answer of a mail server, however many lines it had. */
export interface Reply {
  readonly code: number
  readonly text: string
}

export type Meaning =
  | 'accepted'
  /** Known there, whatever the domain says to others. */
  | 'exists'
  | 'missing'
  | 'disabled'
  | 'full'
  /** Later, perhaps: greylisting and passing troubles. */
  | 'deferred'
  /** About this connection: ask again in one of its own. */
  | 'session'
  /** About us, not about the mailbox. */
  | 'blocked'
  /** A rule forbids it, and may be about us or about this mailbox. */
  | 'policy'
  | 'unclear'

const ABOUT_US =
  /spamhaus|sorbs|barracuda ?central|senderbase|senderscore|block(?:ed|list| list)|black ?list|rbl\b|dnsbl|reputation|unsolicited|suspicious|reverse (?:dns|hostname)|\bptr\b|banned|too many (?:connections|errors)/i
const RELAY =
  /relay(?:ing)? (?:access )?(?:denied|not permitted|not allowed)|unable to relay|not (?:a )?local|we do not relay/i
const NOBODY =
  /(?:user|recipient|mailbox|account|address)(?: address)?(?: rejected)?:? (?:is )?(?:unknown|not found|does ?n[o']t exist|no such)|unknown (?:user|recipient|mailbox|local|address)|no such (?:user|recipient|mailbox|person|address|local)|does not exist|no mailbox|not a valid (?:user|mailbox|recipient)|invalid (?:recipient|mailbox)/i
const AT_A_RATE = /receiving (?:mail|email|messages) at a rate|receiving mail too quickly/i
const TOO_MANY = /too many recipients|multiple regions/i

/** What an answer to RCPT says of the mailbox. When in doubt it says nothing: only a plain no is a no. */
export function meaningOf({ code, text }: Reply, provider: Provider): Meaning {
  const [, status = ''] = /^([245]\.\d{1,3}\.\d{1,3})\b/.exec(text) ?? []
  const kind = status.slice(2)
  if (code === 250 || code === 251) return 'accepted'
  if (code < 400) return 'unclear'
  if (AT_A_RATE.test(text)) return 'exists'
  if (kind === '2.2' || code === 552) return 'full'
  if (kind === '5.3' || kind === '4.4' || TOO_MANY.test(text)) return 'session'
  if (RELAY.test(text)) return 'unclear'
  if (ABOUT_US.test(text)) return 'blocked'
  if (code < 500) return 'deferred'
  // Policy speaks of the sender, though some dress it as an unknown user.
  if (kind.startsWith('7.')) return 'policy'
  if (kind === '2.1') return 'disabled'
  if (kind === '1.1' || kind === '1.10' || kind === '1.6') return 'missing'
  if (kind === '4.1' && provider.deniesUnknown) return 'missing'
  return (status === '' || kind === '1.0' || kind === '0.0' || kind === '5.0') && NOBODY.test(text)
    ? 'missing'
    : 'unclear'
}

/** What an answer before RCPT, to the connection, to EHLO or to MAIL, says: it can only be about us, or pass. */
export function meaningOfRefusal({ code }: Reply): 'deferred' | 'blocked' {
  return code < 500 ? 'deferred' : 'blocked'
}
