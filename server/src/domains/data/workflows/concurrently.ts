/** Works on so many items at a time, and answers in their order. After a failure no further item is begun. */
export async function inParallel<Item, Result>(
  atMost: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  let hasFailed = false
  const takeTurns = async () => {
    for (const [at, item] of waiting) {
      if (hasFailed) return
      try {
        results[at] = await work(item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const workers = Array.from({ length: Math.min(atMost, items.length) }, takeTurns)
  const failed = (await Promise.allSettled(workers)).find((worker) => worker.status === 'rejected')
  if (failed) throw failed.reason
  return results
}
