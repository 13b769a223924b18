import type { Db } from '../../../kit/postgres/db.ts'
import { listAccountsOf } from '../accounts/accounts.ts'
import { deletePeople, findPeople } from '../sandbox-network/people.ts'

/** Removes people of the demo from the sandbox, except those who were connected to another profile too. */
export async function removePeople(tx: Db, workspaceId: string, names: readonly string[]): Promise<void> {
  const unused: string[] = []
  for (const { id } of await findPeople(tx, workspaceId, names)) {
    const accounts = await listAccountsOf(tx, 'sandbox', id)
    if (!accounts.some((account) => account.workspaceId === workspaceId)) unused.push(id)
  }
  await deletePeople(tx, workspaceId, unused)
}
