/**
 * Imported into a server under test: on SIGUSR2 it prints the processor time of the longest event loop turn since the last one.
 */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let before = spentMs()
let longestMs = 0
setInterval(() => {
  const now = spentMs()
  longestMs = Math.max(longestMs, now - before)
  before = now
}, 1).unref()

process.on('SIGUSR2', () => {
  process.stderr.write(`longest turn: ${longestMs.toFixed(1)} ms\n`)
  longestMs = 0
})
