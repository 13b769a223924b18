import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { emit } from '../../../webhooks/emit.ts'
import type { accountEvents } from './contract/events.ts'
import type { Account } from './contract/resources.ts'
import { presentAccount } from './present.ts'
import { getAccountRow } from './sql/accounts.ts'

/** Emits an event with the account's state in the transaction, and returns the account. */
export async function emitAccountEvent(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  accountId: string,
  event: (typeof accountEvents)[number],
): Promise<Account> {
  const account = presentAccount(await getAccountRow(tx, workspaceId, accountId))
  await emit(ctx, tx, event, { account }, { workspaceId })
  return account
}
