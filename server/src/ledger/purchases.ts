import type { CallPurchase, Charge, InsertPurchases, PaidPurchase } from '../kit/ledger.ts'
import { type Db, isPool, transaction } from '../kit/postgres/db.ts'

/** Stores what charges bought. The ledger does not know the table: its slice registers the statement. */
export interface PurchaseStore {
  readonly storeWith: (insert: InsertPurchases) => void
  /** Charges a batch, and stores its purchases in the same transaction. A batch without any stays one statement. */
  chargeAndStore<T>(
    db: Db,
    workspaceId: string,
    purchases: readonly PaidPurchase[],
    charge: (db: Db) => Promise<T>,
  ): Promise<T>
}

/** Returns the purchase with the price of its charges; none if they are free. */
export function toPaid(purchase: CallPurchase | undefined, holdId: string, charges: readonly Charge[]): PaidPurchase[] {
  let credits = 0
  if (purchase) for (const charge of charges) credits += charge.credits
  return purchase && credits > 0 ? [{ ...purchase, holdId, credits }] : []
}

export function createPurchaseStore(): PurchaseStore {
  let insert: InsertPurchases | undefined
  return {
    storeWith: (given) => void (insert = given),
    async chargeAndStore(db, workspaceId, purchases, charge) {
      const store = insert
      if (purchases.length === 0 || !store) return charge(db)
      const run = async (tx: Db) => {
        // Sent together, in this order: the wallet stays locked for one round trip fewer.
        const [charged] = await Promise.all([charge(tx), store(tx, workspaceId, purchases)])
        return charged
      }
      return isPool(db) ? transaction(db, run) : run(db)
    },
  }
}
