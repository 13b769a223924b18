import type { Db } from '../../../kit/postgres/db.ts'
import { listAccountsAt } from '../accounts/accounts.ts'
import { deletePeople, findPeople } from '../sandbox-network/people.ts'

/** Removes the demo's people from the sandbox, except those who are also connected to another profile. */
export async function removePeople(tx: Db, workspaceId: string, names: readonly string[]): Promise<void> {
  const unused: string[] = []
  for (const { id } of await findPeople(tx, workspaceId, names)) {
    const scope = { platform: 'sandbox', appIds: [null], workspaceId }
    const accounts = await listAccountsAt(tx, scope, { identityExternalId: id })
    if (accounts.length === 0) unused.push(id)
  }
  await deletePeople(tx, workspaceId, unused)
}
