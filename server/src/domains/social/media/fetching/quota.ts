import type { Context } from '../../../../kit/context.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import * as sql from '../sql/assets.ts'

/** What is counted ahead at most where a file's length is not known: it then costs few statements. */
const AHEAD_BYTES = 8 * 1024 * 1024

/** The asset was deleted, or another attempt has dealt with it. */
export class NoLongerWanted extends Error {
  override name = 'NoLongerWanted'
}

export class QuotaExceeded extends Error {
  override name = 'QuotaExceeded'
  /** Also without what other downloads and removals under way take up. */
  readonly isFinal: boolean
  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}

/**
 * Counts a file while it is written, before its bytes are on the disk: downloads that run at the same time cannot pass the
 * quota together. The count belongs to the draft and goes with it, also after a crash.
 */
export function createRoom(ctx: Context, draft: sql.NewLeftover) {
  const { MEDIA_BYTES_PER_WORKSPACE: most } = ctx.config
  let counted = 0

  async function count(bytes: number): Promise<void> {
    await transaction(ctx.db, async (tx) => {
      if (!(await sql.updateLeftoverBytes(tx, draft, bytes))) throw new NoLongerWanted()
      const used = await sql.findUsage(tx, draft.workspace_id)
      if (used <= most) return
      const lasting = used - (await sql.sumLeftovers(tx, draft.workspace_id))
      throw new QuotaExceeded(explain(bytes, used - bytes, most), lasting + bytes > most)
    })
    counted = bytes
  }

  return {
    /** Returns once the file may have this length. */
    async take(length: number): Promise<void> {
      if (length > 0) await count(length)
    },
    /** Returns once the file may have grown so far. */
    async grow(bytes: number): Promise<void> {
      if (bytes <= counted) return
      try {
        await count(bytes + Math.min(bytes, AHEAD_BYTES))
      } catch (error) {
        // At the edge of the quota what is needed may fit though what is counted ahead does not.
        if (!(error instanceof QuotaExceeded)) throw error
        await count(bytes)
      }
    },
  }
}

function explain(bytes: number, others: number, most: number): string {
  return `The file has ${bytes} bytes or more; the media of this workspace take up ${others} of ${most} bytes. Delete some, then take it in again.`
}
