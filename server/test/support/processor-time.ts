/** Milliseconds of processor time that this thread spends on some work: a busy machine makes it hardly longer. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
