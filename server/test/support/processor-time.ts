/** Measures the processor time of this thread for some work, in milliseconds: a busy machine hardly changes it. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
