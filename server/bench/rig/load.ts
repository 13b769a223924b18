import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Load {
  readonly url: string
  readonly paths: readonly string[]
  /** Sent with POST when given; several are sent in turn. */
  readonly body?: string | readonly string[]
  /** Instead of `body`: requests with a body and headers of their own. */
  readonly requests?: readonly { readonly body: string; readonly headers: Readonly<Record<string, string>> }[]
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
}

export interface LoadFigures {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

const generator = join(import.meta.dirname, '../programs/load-generator.ts')

/** One round of load from a process of its own; an answer that is not 2xx makes the round worthless, so it throws. */
export async function applyLoad(load: Load): Promise<LoadFigures> {
  const running = promisify(execFile)(process.execPath, [generator])
  running.child.stdin?.end(JSON.stringify(load))
  const { stdout } = await running
  return JSON.parse(stdout) as LoadFigures
}

/** Runs the contenders in turns, so that a busy moment of the machine hits all of them, and answers each one's rounds. */
export async function alternate(
  rounds: number,
  contenders: readonly (() => Promise<LoadFigures>)[],
): Promise<LoadFigures[][]> {
  const all: LoadFigures[][] = contenders.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [which, contend] of contenders.entries()) all[which]?.push(await contend())
  return all
}

export function computeMedians(rounds: readonly LoadFigures[]): LoadFigures {
  return {
    perSecond: median(rounds.map((round) => round.perSecond)),
    p50: median(rounds.map((round) => round.p50)),
    p99: median(rounds.map((round) => round.p99)),
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
