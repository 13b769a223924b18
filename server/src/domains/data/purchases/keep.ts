import type { Context } from '../../../kit/context.ts'
import type { Purchase } from '../../../kit/ledger.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { Subject } from '../../../kit/sources.ts'
import { subjectKeys } from '../../../sources/directory/suppress/subject.ts'
import { hashDatum } from './datum.ts'
import { deletePurchaseByHold, insertJobPurchase, insertPurchases, type JobPurchase } from './sql.ts'

interface Bought {
  readonly action: string
  /** One spelling of the question. */
  readonly key: string
  readonly question: object
}

/** Subjects of one result, by which it is withheld later. */
interface About {
  readonly data: object
  readonly subjects: readonly Subject[]
}

const QUERY_CHARS = 1000
const TITLE_CHARS = 300

/** Builds the purchase of one datum. */
export function buildPurchase(ctx: Context, bought: Bought, { data, subjects }: About): Purchase {
  const people = subjects.flatMap(({ personId }) => personId ?? [])
  const marks = [...new Set(subjects.flatMap((subject) => subjectKeys(subject)))]
  const title = readTitle(data)
  return { ...describe(ctx, bought), title, items: 1, data: JSON.stringify(data), people: [...new Set(people)], marks }
}

/** Builds the purchase of a list whose items are stored. */
export function buildListPurchase(ctx: Context, bought: Bought, items: readonly unknown[]): Purchase {
  const data = JSON.stringify(items)
  return { ...describe(ctx, bought), title: null, items: items.length, data, people: [], marks: null }
}

/** Builds the purchase of a page of people whom the directory has: their ids are enough. */
export function buildPagePurchase(ctx: Context, bought: Bought, people: readonly string[]): Purchase {
  return { ...describe(ctx, bought), title: null, items: people.length, data: null, people, marks: null }
}

function describe(ctx: Context, { action, key, question }: Bought) {
  return {
    id: ctx.ids.next('purchase'),
    action,
    subject: hashDatum(action, key),
    query: toQueryText(question),
    question: JSON.stringify(question),
  }
}

type JobPurchaseFields = Omit<JobPurchase, 'subject' | 'query' | 'question'> & Pick<Bought, 'key' | 'question'>

/** Stores what a data job bought, in the transaction that ends it. Its results stay with the job. */
export async function keepJobPurchase(
  tx: Db,
  workspaceId: string,
  { key, question, ...row }: JobPurchaseFields,
): Promise<void> {
  await insertJobPurchase(tx, workspaceId, {
    ...row,
    query: toQueryText(question),
    question: question as Record<string, unknown>,
    subject: hashDatum(row.action, key),
  })
}

/** Fields of a question that say what it excludes, or which part of the results it wants. */
const NOT_IN_TEXT = ['exclude', 'limit', 'cursor', 'since_cursor', 'track_delta']

/** Returns a question in words, by which it is listed and found. */
function toQueryText(question: object): string {
  return plain(listWords(question).join(', ')).slice(0, QUERY_CHARS)
}

function listWords(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (NOT_IN_TEXT.includes(name) ? [] : listWords(inner)))
}

/** Returns the name or the address in a result. */
function readTitle(data: object): string | null {
  const { full_name: name, email } = data as { full_name?: unknown; email?: unknown }
  const title = typeof email === 'string' ? email : typeof name === 'string' ? name : null
  return title && plain(title).slice(0, TITLE_CHARS)
}

/** PostgreSQL stores no zero characters in text. */
function plain(text: string): string {
  return text.replaceAll('\0', '')
}

/** Stores purchases with their charges, and deletes those of calls that got an error and are refunded. */
export function storePurchases({ db, ledger, clock }: Context): void {
  ledger.storePurchasesWith((tx, workspaceId, purchases) =>
    insertPurchases(tx, workspaceId, purchases, clock.forDatabase()),
  )
  ledger.onUnanswered((workspaceId, holdId) => deletePurchaseByHold(db, workspaceId, holdId))
}
