import type { Provider } from './provider.ts'

/** One reply of a mail server; the lines of a longer one are joined. */
export interface SmtpReply {
  readonly code: number
  readonly text: string
}

export type ReplyMeaning =
  | 'accepted'
  /** The mailbox is known, even at a domain that accepts any address. */
  | 'exists'
  | 'missing'
  | 'disabled'
  | 'full'
  /** Try later: greylisting or a temporary failure. */
  | 'deferred'
  /** About this session: ask again in a new one. */
  | 'session'
  /** About the sender, not about the mailbox. */
  | 'blocked'
  /** Refused by a rule, which may be about the sender or about the mailbox. */
  | 'policy'
  | 'unclear'

const SENDER_BLOCKED =
  /spamhaus|sorbs|barracuda ?central|senderbase|senderscore|block(?:ed|list| list)|black ?list|rbl\b|dnsbl|reputation|unsolicited|suspicious|reverse (?:dns|hostname)|\bptr\b|banned|too many (?:connections|errors)/i
const NO_RELAY =
  /relay(?:ing)? (?:access )?(?:denied|not permitted|not allowed)|unable to relay|not (?:a )?local|we do not relay/i
const UNKNOWN_USER =
  /(?:user|recipient|mailbox|account|address)(?: address)?(?: rejected)?:? (?:is )?(?:unknown|not found|does ?n[o']t exist|no such)|unknown (?:user|recipient|mailbox|local|address)|no such (?:user|recipient|mailbox|person|address|local)|does not exist|no mailbox|not a valid (?:user|mailbox|recipient)|invalid (?:recipient|mailbox)/i
const MAILBOX_TOO_BUSY = /receiving (?:mail|email|messages) at a rate|receiving mail too quickly/i
const TOO_MANY_RECIPIENTS = /too many recipients|multiple regions/i

/** Interprets a reply to RCPT: `unclear` when in doubt, `missing` only when the server clearly says so. */
export function interpretReply({ code, text }: SmtpReply, provider: Provider): ReplyMeaning {
  const [, status = ''] = /^([245]\.\d{1,3}\.\d{1,3})\b/.exec(text) ?? []
  const kind = status.slice(2)
  if (code === 250 || code === 251) return 'accepted'
  if (code < 400) return 'unclear'
  if (MAILBOX_TOO_BUSY.test(text)) return 'exists'
  if (kind === '2.2' || code === 552) return 'full'
  if (kind === '5.3' || kind === '4.4' || TOO_MANY_RECIPIENTS.test(text)) return 'session'
  if (NO_RELAY.test(text)) return 'unclear'
  if (SENDER_BLOCKED.test(text)) return 'blocked'
  if (code < 500) return 'deferred'
  // 5.7.x is about policy, although some servers word it as an unknown user.
  if (kind.startsWith('7.')) return 'policy'
  if (kind === '2.1') return 'disabled'
  if (kind === '1.1' || kind === '1.10' || kind === '1.6') return 'missing'
  if (kind === '4.1' && provider.deniesUnknown) return 'missing'
  return (status === '' || kind === '1.0' || kind === '0.0' || kind === '5.0') && UNKNOWN_USER.test(text)
    ? 'missing'
    : 'unclear'
}

/** Interprets a refusal before RCPT, to the connection, EHLO or MAIL: the sender is blocked, or should try later. */
export function classifyRefusal({ code }: SmtpReply): 'deferred' | 'blocked' {
  return code < 500 ? 'deferred' : 'blocked'
}
