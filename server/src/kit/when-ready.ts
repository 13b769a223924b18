/** Uses a value that may be there at once, without a turn of the microtask queue and a promise then. */
export function whenReady<T, R>(value: T | Promise<T>, use: (value: T) => R): R | Promise<Awaited<R>> {
  return value instanceof Promise ? (value.then(use) as Promise<Awaited<R>>) : use(value)
}
