import { markRestoredMessages } from '../domains/social/inbox/conversations/restored-messages.ts'
import { markRestoredPosts } from '../domains/social/posts/restored-posts.ts'
import { transaction } from '../kit/postgres/db.ts'
import { findWorkPause, pauseWork, resumeWork } from '../operations/work-pause.ts'
import { type RunOnContext, UsageError } from './command.ts'

/** For databases that were restored by other means. */
export const pause: RunOnContext = async (ctx, { options }) => {
  const restoredTo = readTime(options['restoredTo'], '--restored-to')
  if (!restoredTo)
    throw new UsageError('--restored-to is missing. Set it to the time that the database was restored to.')
  await transaction(ctx.db, (tx) => pauseWork(tx, restoredTo))
  return {
    text: 'Background work is paused for every process that starts from now on. Start it with `quoin-server resume`.',
    data: { status: 'paused', restored_to: restoredTo },
  }
}

/** Resumes work. Posts that were due since the backup are looked up on their platforms before anything is sent. */
export const resume: RunOnContext = async (ctx, { options }) => {
  const stoppedAt = readTime(options['stoppedAt'], '--stopped-at')
  const done = await transaction(ctx.db, async (tx) => {
    const paused = await findWorkPause(tx)
    if (!paused) return undefined
    const doubt = { restoredAt: paused.paused_at, restoredTo: paused.restored_to, until: stoppedAt ?? ctx.clock.now() }
    const posts = await markRestoredPosts(ctx, tx, doubt)
    const messages = await markRestoredMessages(tx, doubt)
    await resumeWork(tx)
    return { ...posts, messages }
  })
  if (!done) return { text: 'Background work is not paused.', data: { status: 'running' } }
  return {
    text: [
      'Background work is running again. Servers notice within seconds.',
      ...(done.asked > 0
        ? [`${count(done.asked, 'post')} due since the backup. Quoin checks the platforms first.`]
        : []),
      ...(done.left > 0
        ? [`${count(done.left, 'post')} due on platforms that cannot be queried. Check there, then retry with force.`]
        : []),
      ...(done.messages > 0
        ? [`${count(done.messages, 'message')} pending. Quoin looks on the platforms and sends nothing twice.`]
        : []),
    ].join('\n'),
    data: { status: 'running', posts_asked: done.asked, posts_left: done.left, messages: done.messages },
  }
}

function readTime(given: string | undefined, name: string): Date | undefined {
  if (given === undefined) return undefined
  const time = new Date(given)
  if (Number.isNaN(time.getTime()))
    throw new UsageError(`${name}: ${JSON.stringify(given)} is not a time. Use the format 2026-12-31T00:00:00Z.`)
  return time
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun} was` : `${number} ${noun}s were`
}
