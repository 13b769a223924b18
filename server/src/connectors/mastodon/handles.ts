import type { Session } from '../session.ts'
import { getInstance } from './instance.ts'
import type { Account, Status } from './status.ts'

/**
 * Mastodon notifies only the accounts that a status mentions. A handle counts as mentioned when every server reads it as
 * exactly this handle: between spaces, or before a mark that is part of no handle.
 */
const HANDLE = /(?<=^|\s)@(?<name>[\w.-]+)(?:@(?<host>[\w.-]+))?(?=[\s,;:!?)]|$)/g

/** Puts the handle of a person at the start of a text, unless the text mentions the person already. */
export function addMention(session: Session, acct: string, body: string): string {
  const here = new URL(getInstance(session).origin).host
  const toFullName = (name = '', host = here) => `${name}@${host}`.toLowerCase()
  const fullName = toFullName(...(acct.split('@') as [string, string?]))
  const isMentioned = [...body.matchAll(HANDLE)].some(
    ({ groups }) => toFullName(groups?.['name'], groups?.['host']) === fullName,
  )
  return isMentioned ? body : `@${acct} ${body}`
}

/** Returns true if a status mentions the account; undefined where the server lists no mentions. */
export function doesMention({ mentions }: Status, accountId: string): boolean | undefined {
  return mentions?.some(({ id }) => String(id) === accountId)
}

/** Returns the account whose handle comes first in a text. Servers show handles with or without the server. */
export function findFirstNamed(text: string, accounts: readonly Account[]): Account | undefined {
  const byName = new Map(accounts.map((account) => [account.username.toLowerCase(), account]))
  for (const { groups } of text.matchAll(HANDLE)) {
    const account = byName.get(String(groups?.['name']).toLowerCase())
    if (account) return account
  }
  return undefined
}
