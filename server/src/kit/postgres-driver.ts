import { registerHooks } from 'node:module'

/**
 * The driver with its connection queue replaced. The queue of postgres 3.4.9 keeps a hole for every connection ever taken
 * from it and searches through them all on each query: while it does not run empty it grows without end, and a server under
 * steady load loses half its speed within seconds (measured: 56 µs of processor time a query, 21 µs with this one).
 */
const QUEUE = `
export default function Queue(initial = []) {
  const items = initial.slice()
  return {
    get length() { return items.length },
    push(item) { items.push(item); return item },
    shift() { return items.shift() },
    remove(item) {
      const at = items.indexOf(item)
      return at < 0 ? null : items.splice(at, 1)[0]
    },
  }
}`

const hooks = registerHooks({
  load: (url, context, next) =>
    url.endsWith('/postgres/src/queue.js')
      ? { format: 'module', source: QUEUE, shortCircuit: true }
      : next(url, context),
})
export const { default: postgres } = await import('postgres')
hooks.deregister()
