import type { Context } from '../../../../kit/context.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import { type NewLeftover, updateLeftoverBytes } from '../sql/leftovers.ts'
import { findUsage, sumLeftovers } from '../sql/usage.ts'

/** Maximum that is counted ahead for a file of unknown length, to save statements. */
const AHEAD_BYTES_MAX = 8 * 1024 * 1024

/** The asset was deleted, or another attempt has finished or replaced this one. */
export class FetchSuperseded extends Error {
  override name = 'FetchSuperseded'
}

export class QuotaExceeded extends Error {
  override name = 'QuotaExceeded'
  /** True when the file would not fit even without the downloads and removals in progress. */
  readonly isFinal: boolean
  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}

/**
 * Counts a file towards the quota before its bytes are written, so that concurrent downloads cannot exceed the quota together.
 * The count is part of the file's leftover row: after a crash it is removed with that row.
 */
export function createQuotaCounter(ctx: Context, leftover: NewLeftover) {
  const { MEDIA_BYTES_PER_WORKSPACE: bytesMax } = ctx.config
  const { workspace_id: workspaceId } = leftover
  let counted = 0

  async function count(bytes: number): Promise<void> {
    await transaction(ctx.db, async (tx) => {
      if (!(await updateLeftoverBytes(tx, leftover, bytes))) throw new FetchSuperseded()
      const used = await findUsage(tx, workspaceId)
      if (used <= bytesMax) return
      const lasting = used - (await sumLeftovers(tx, workspaceId))
      throw new QuotaExceeded(explain(bytes, used - bytes, bytesMax), lasting + bytes > bytesMax)
    })
    counted = bytes
  }

  return {
    /** Counts the announced length; 0 when it is unknown. */
    async countLength(length: number): Promise<void> {
      if (length > 0) await count(length)
    },
    /** Counts a file that has grown to this size. */
    async countGrowth(bytes: number): Promise<void> {
      if (bytes <= counted) return
      try {
        await count(bytes + Math.min(bytes, AHEAD_BYTES_MAX))
      } catch (error) {
        // Near the quota the bytes themselves may fit although the amount counted ahead does not.
        if (!(error instanceof QuotaExceeded)) throw error
        await count(bytes)
      }
    },
  }
}

function explain(bytes: number, others: number, bytesMax: number): string {
  return `The file has ${bytes} bytes or more; the media of this workspace use ${others} of ${bytesMax} bytes. Delete some, then add the file again.`
}
