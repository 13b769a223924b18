import type { Report } from './rig/report.ts'

// The browser is a dependency of the peers, whose types are known only where they are installed.
const file = '../../peers/portal/measure.ts'

/** The portal in a real browser. `npm run test:peers` installs what it needs. */
export async function bench(): Promise<Report> {
  return ((await import(file)) as { bench: () => Promise<Report> }).bench()
}
