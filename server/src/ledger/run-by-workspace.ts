import { type Db, type Pool, transaction } from '../kit/postgres/db.ts'

/**
 * Sends a batch grouped by workspace: one statement for a single workspace, otherwise one transaction with the workspaces in
 * sorted order, so that no two processes lock wallets in opposite orders. Returns results in the order of the items.
 */
export async function runByWorkspace<Item, Result>(
  db: Pool,
  items: readonly Item[],
  getWorkspaceId: (item: Item) => string,
  send: (db: Db, workspaceId: string, group: readonly Item[]) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const first = getWorkspaceId(items[0] as Item)
  if (items.every((item) => getWorkspaceId(item) === first)) return send(db, first, items)
  const groups = [...Map.groupBy(items.keys(), (at) => getWorkspaceId(items[at] as Item))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const results: Result[] = []
  await transaction(db, (tx) =>
    Promise.all(
      groups.map(async ([workspaceId, positions]) => {
        const group = positions.map((at) => items[at] as Item)
        const answers = await send(tx, workspaceId, group)
        positions.forEach((at, n) => {
          results[at] = answers[n] as Result
        })
      }),
    ),
  )
  return results
}
