import type { Session } from '../session.ts'
import { type Body, getInstance } from './instance.ts'

/**
 * Mastodon notifies only the accounts that a status mentions. A handle counts as mentioned when every server reads it as
 * exactly this handle: between spaces, or before a mark that is part of no handle.
 */
const HANDLE = /(?<=^|\s)@(?<name>[\w.-]+)(?:@(?<host>[\w.-]+))?(?=[\s,;:!?)]|$)/g

/** The text with the handle of a person at its start, unless it mentions the person already. */
export function withMention(session: Session, acct: string, body: string): string {
  const here = new URL(getInstance(session).origin).host
  const fullName = (name = '', host = here) => `${name}@${host}`.toLowerCase()
  const wanted = fullName(...(acct.split('@') as [string, string?]))
  const isMentioned = [...body.matchAll(HANDLE)].some(
    ({ groups }) => fullName(groups?.['name'], groups?.['host']) === wanted,
  )
  return isMentioned ? body : `@${acct} ${body}`
}

export function doesMention({ mentions }: Body, accountId: string): boolean {
  return (mentions ?? []).some(({ id }: Body) => String(id) === accountId)
}

/** The account whose handle comes first in a text. Servers show handles with or without the server. */
export function firstNamed(text: string, accounts: readonly Body[]): Body {
  const byName = new Map(accounts.map((account) => [String(account.username).toLowerCase(), account]))
  for (const { groups } of text.matchAll(HANDLE)) {
    const account = byName.get(String(groups?.['name']).toLowerCase())
    if (account) return account
  }
  return undefined
}
