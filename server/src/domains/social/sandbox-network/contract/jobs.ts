import { Type } from '../../../../kit/declare/type.ts'
import { job } from '../../../../queue/job.ts'

/** The network's own webhook: pushes events to this server, as a platform would. */
export const pushItem = job({ id: 'sandbox.push', payload: Type.Object({ item_id: Type.String() }), priority: 4 })
