import type { Db } from '../../../kit/postgres/db.ts'
import { deleteUsers, listUsersByName, type UserRow } from './sql/people.ts'

const TRIES = Array.from({ length: 99 }, (_, n) => (n === 0 ? '' : `-${n + 1}`))

/** Returns names that are free on the network: `harbour`, or `harbour-2` if that is taken. */
export async function freeNames(db: Db, workspaceId: string, wanted: readonly string[]): Promise<string[]> {
  const candidates = wanted.map((name) => TRIES.map((suffix) => `${name}${suffix}`))
  const users = await listUsersByName(db, workspaceId, candidates.flat())
  const taken = new Set(users.map(({ username }) => username))
  return candidates.map((names) => names.find((name) => !taken.has(name)) ?? (names.at(-1) as string))
}

export async function findPeople(db: Db, workspaceId: string, names: readonly string[]): Promise<UserRow[]> {
  return listUsersByName(db, workspaceId, names)
}

/** Deletes people with their pages, posts and everything on them. */
export async function deletePeople(db: Db, workspaceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await deleteUsers(db, workspaceId, ids)
}
