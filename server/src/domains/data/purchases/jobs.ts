import { timer } from '../../../queue/timers.ts'
import { deleteOldPurchases } from './retention.ts'

export const purchaseTimers = [timer({ id: 'purchases.forget', everySeconds: 3600, run: deleteOldPurchases })]
