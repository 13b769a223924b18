import { execFileSync } from 'node:child_process'

/** Milliseconds of processor time that a program takes, on average: a busy machine makes it hardly longer. */
export function measureProcessorMs(command: readonly string[], rounds: number): number {
  const words = command.map((word) => `'${word}'`).join(' ')
  // `times` prints what the shell took, and below it what its children took.
  const script = `for round in $(seq ${rounds}); do ${words} > /dev/null; done; times`
  // The options of a test run would count too.
  const env = { ...process.env, NODE_OPTIONS: '' }
  const [, children = ''] = execFileSync('bash', ['-ec', script], { encoding: 'utf8', env }).trim().split('\n')
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)]
  const seconds = parts.reduce((sum, [, minutes, rest]) => sum + 60 * Number(minutes) + Number(rest), 0)
  return (1000 * seconds) / rounds
}
